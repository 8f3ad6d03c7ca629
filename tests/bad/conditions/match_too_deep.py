"""A match of more cases than may stand inside one another."""

from queensbench.language import Kind, Mode, Record, action, initial


class Card(Kind):
    C0 = 0
    C1 = 1
    C2 = 2
    C3 = 3
    C4 = 4
    C5 = 5
    C6 = 6
    C7 = 7
    C8 = 8
    C9 = 9
    C10 = 10
    C11 = 11
    C12 = 12
    C13 = 13
    C14 = 14
    C15 = 15
    C16 = 16
    C17 = 17
    C18 = 18
    C19 = 19
    C20 = 20
    C21 = 21
    C22 = 22
    C23 = 23
    C24 = 24
    C25 = 25
    C26 = 26
    C27 = 27
    C28 = 28
    C29 = 29
    C30 = 30
    C31 = 31
    C32 = 32
    C33 = 33
    C34 = 34
    C35 = 35
    C36 = 36
    C37 = 37
    C38 = 38
    C39 = 39
    C40 = 40
    C41 = 41
    C42 = 42
    C43 = 43
    C44 = 44
    C45 = 45
    C46 = 46
    C47 = 47
    C48 = 48
    C49 = 49
    C50 = 50
    C51 = 51
    C52 = 52
    C53 = 53
    C54 = 54
    C55 = 55
    C56 = 56
    C57 = 57
    C58 = 58
    C59 = 59
    C60 = 60
    C61 = 61
    C62 = 62
    C63 = 63
    C64 = 64
    C65 = 65
    C66 = 66
    C67 = 67
    C68 = 68
    C69 = 69
    C70 = 70
    C71 = 71
    C72 = 72
    C73 = 73
    C74 = 74
    C75 = 75
    C76 = 76
    C77 = 77
    C78 = 78
    C79 = 79
    C80 = 80
    C81 = 81
    C82 = 82
    C83 = 83
    C84 = 84
    C85 = 85
    C86 = 86
    C87 = 87
    C88 = 88
    C89 = 89
    C90 = 90
    C91 = 91
    C92 = 92
    C93 = 93
    C94 = 94
    C95 = 95
    C96 = 96
    C97 = 97
    C98 = 98
    C99 = 99
    C100 = 100
    C101 = 101
    C102 = 102
    C103 = 103
    C104 = 104
    C105 = 105
    C106 = 106
    C107 = 107
    C108 = 108
    C109 = 109
    C110 = 110
    C111 = 111
    C112 = 112
    C113 = 113
    C114 = 114
    C115 = 115
    C116 = 116
    C117 = 117
    C118 = 118
    C119 = 119
    C120 = 120
    C121 = 121
    C122 = 122
    C123 = 123
    C124 = 124
    C125 = 125
    C126 = 126
    C127 = 127
    C128 = 128
    C129 = 129
    C130 = 130
    C131 = 131
    C132 = 132
    C133 = 133
    C134 = 134
    C135 = 135
    C136 = 136
    C137 = 137
    C138 = 138
    C139 = 139
    C140 = 140
    C141 = 141
    C142 = 142
    C143 = 143
    C144 = 144
    C145 = 145
    C146 = 146
    C147 = 147
    C148 = 148
    C149 = 149
    C150 = 150
    C151 = 151
    C152 = 152
    C153 = 153
    C154 = 154
    C155 = 155
    C156 = 156
    C157 = 157
    C158 = 158
    C159 = 159


class State(Record):
    card: Card
    next: Card


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    match s.card:
        case Card.C0:
            s.next = Card.C1
        case Card.C1:
            s.next = Card.C2
        case Card.C2:
            s.next = Card.C3
        case Card.C3:
            s.next = Card.C4
        case Card.C4:
            s.next = Card.C5
        case Card.C5:
            s.next = Card.C6
        case Card.C6:
            s.next = Card.C7
        case Card.C7:
            s.next = Card.C8
        case Card.C8:
            s.next = Card.C9
        case Card.C9:
            s.next = Card.C10
        case Card.C10:
            s.next = Card.C11
        case Card.C11:
            s.next = Card.C12
        case Card.C12:
            s.next = Card.C13
        case Card.C13:
            s.next = Card.C14
        case Card.C14:
            s.next = Card.C15
        case Card.C15:
            s.next = Card.C16
        case Card.C16:
            s.next = Card.C17
        case Card.C17:
            s.next = Card.C18
        case Card.C18:
            s.next = Card.C19
        case Card.C19:
            s.next = Card.C20
        case Card.C20:
            s.next = Card.C21
        case Card.C21:
            s.next = Card.C22
        case Card.C22:
            s.next = Card.C23
        case Card.C23:
            s.next = Card.C24
        case Card.C24:
            s.next = Card.C25
        case Card.C25:
            s.next = Card.C26
        case Card.C26:
            s.next = Card.C27
        case Card.C27:
            s.next = Card.C28
        case Card.C28:
            s.next = Card.C29
        case Card.C29:
            s.next = Card.C30
        case Card.C30:
            s.next = Card.C31
        case Card.C31:
            s.next = Card.C32
        case Card.C32:
            s.next = Card.C33
        case Card.C33:
            s.next = Card.C34
        case Card.C34:
            s.next = Card.C35
        case Card.C35:
            s.next = Card.C36
        case Card.C36:
            s.next = Card.C37
        case Card.C37:
            s.next = Card.C38
        case Card.C38:
            s.next = Card.C39
        case Card.C39:
            s.next = Card.C40
        case Card.C40:
            s.next = Card.C41
        case Card.C41:
            s.next = Card.C42
        case Card.C42:
            s.next = Card.C43
        case Card.C43:
            s.next = Card.C44
        case Card.C44:
            s.next = Card.C45
        case Card.C45:
            s.next = Card.C46
        case Card.C46:
            s.next = Card.C47
        case Card.C47:
            s.next = Card.C48
        case Card.C48:
            s.next = Card.C49
        case Card.C49:
            s.next = Card.C50
        case Card.C50:
            s.next = Card.C51
        case Card.C51:
            s.next = Card.C52
        case Card.C52:
            s.next = Card.C53
        case Card.C53:
            s.next = Card.C54
        case Card.C54:
            s.next = Card.C55
        case Card.C55:
            s.next = Card.C56
        case Card.C56:
            s.next = Card.C57
        case Card.C57:
            s.next = Card.C58
        case Card.C58:
            s.next = Card.C59
        case Card.C59:
            s.next = Card.C60
        case Card.C60:
            s.next = Card.C61
        case Card.C61:
            s.next = Card.C62
        case Card.C62:
            s.next = Card.C63
        case Card.C63:
            s.next = Card.C64
        case Card.C64:
            s.next = Card.C65
        case Card.C65:
            s.next = Card.C66
        case Card.C66:
            s.next = Card.C67
        case Card.C67:
            s.next = Card.C68
        case Card.C68:
            s.next = Card.C69
        case Card.C69:
            s.next = Card.C70
        case Card.C70:
            s.next = Card.C71
        case Card.C71:
            s.next = Card.C72
        case Card.C72:
            s.next = Card.C73
        case Card.C73:
            s.next = Card.C74
        case Card.C74:
            s.next = Card.C75
        case Card.C75:
            s.next = Card.C76
        case Card.C76:
            s.next = Card.C77
        case Card.C77:
            s.next = Card.C78
        case Card.C78:
            s.next = Card.C79
        case Card.C79:
            s.next = Card.C80
        case Card.C80:
            s.next = Card.C81
        case Card.C81:
            s.next = Card.C82
        case Card.C82:
            s.next = Card.C83
        case Card.C83:
            s.next = Card.C84
        case Card.C84:
            s.next = Card.C85
        case Card.C85:
            s.next = Card.C86
        case Card.C86:
            s.next = Card.C87
        case Card.C87:
            s.next = Card.C88
        case Card.C88:
            s.next = Card.C89
        case Card.C89:
            s.next = Card.C90
        case Card.C90:
            s.next = Card.C91
        case Card.C91:
            s.next = Card.C92
        case Card.C92:
            s.next = Card.C93
        case Card.C93:
            s.next = Card.C94
        case Card.C94:
            s.next = Card.C95
        case Card.C95:
            s.next = Card.C96
        case Card.C96:
            s.next = Card.C97
        case Card.C97:
            s.next = Card.C98
        case Card.C98:
            s.next = Card.C99
        case Card.C99:
            s.next = Card.C100
        case Card.C100:
            s.next = Card.C101
        case Card.C101:
            s.next = Card.C102
        case Card.C102:
            s.next = Card.C103
        case Card.C103:
            s.next = Card.C104
        case Card.C104:
            s.next = Card.C105
        case Card.C105:
            s.next = Card.C106
        case Card.C106:
            s.next = Card.C107
        case Card.C107:
            s.next = Card.C108
        case Card.C108:
            s.next = Card.C109
        case Card.C109:
            s.next = Card.C110
        case Card.C110:
            s.next = Card.C111
        case Card.C111:
            s.next = Card.C112
        case Card.C112:
            s.next = Card.C113
        case Card.C113:
            s.next = Card.C114
        case Card.C114:
            s.next = Card.C115
        case Card.C115:
            s.next = Card.C116
        case Card.C116:
            s.next = Card.C117
        case Card.C117:
            s.next = Card.C118
        case Card.C118:
            s.next = Card.C119
        case Card.C119:
            s.next = Card.C120
        case Card.C120:
            s.next = Card.C121
        case Card.C121:
            s.next = Card.C122
        case Card.C122:
            s.next = Card.C123
        case Card.C123:
            s.next = Card.C124
        case Card.C124:
            s.next = Card.C125
        case Card.C125:
            s.next = Card.C126
        case Card.C126:
            s.next = Card.C127
        case Card.C127:
            s.next = Card.C128
        case Card.C128:
            s.next = Card.C129
        case Card.C129:
            s.next = Card.C130
        case Card.C130:
            s.next = Card.C131
        case Card.C131:
            s.next = Card.C132
        case Card.C132:
            s.next = Card.C133
        case Card.C133:
            s.next = Card.C134
        case Card.C134:
            s.next = Card.C135
        case Card.C135:
            s.next = Card.C136
        case Card.C136:
            s.next = Card.C137
        case Card.C137:
            s.next = Card.C138
        case Card.C138:
            s.next = Card.C139
        case Card.C139:
            s.next = Card.C140
        case Card.C140:
            s.next = Card.C141
        case Card.C141:
            s.next = Card.C142
        case Card.C142:
            s.next = Card.C143
        case Card.C143:
            s.next = Card.C144
        case Card.C144:
            s.next = Card.C145
        case Card.C145:
            s.next = Card.C146
        case Card.C146:
            s.next = Card.C147
        case Card.C147:
            s.next = Card.C148
        case Card.C148:
            s.next = Card.C149
        case Card.C149:
            s.next = Card.C150
        case Card.C150:
            s.next = Card.C151
        case Card.C151:
            s.next = Card.C152
        case Card.C152:
            s.next = Card.C153
        case Card.C153:
            s.next = Card.C154
        case Card.C154:
            s.next = Card.C155
        case Card.C155:
            s.next = Card.C156
        case Card.C156:
            s.next = Card.C157
        case Card.C157:
            s.next = Card.C158
        case Card.C158:
            s.next = Card.C159
        case Card.C159:
            s.next = Card.C0


mode = Mode("bad", state=State)
