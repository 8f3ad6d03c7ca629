// Faults in an engine, made by changing its text token by token, and not picked: what is changed is drawn from a seed.
//
//   node mutate_js.mjs make ENGINE OUT [COUNT] [SEED]    writes COUNT copies of the folder ENGINE, each with one fault
//   node mutate_js.mjs tell ENGINE OUT MODE BOX [MOVES]  plays each beside the original: who answers otherwise, and when
//
// A folder is OUT/00, OUT/01, ...; OUT/faults.json says of each what was changed and in which line. `tell` adds after how
// many moves the two came apart ("moves"), or that they did not within MOVES ("alike").
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isProgram, seeded } from './lines.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const SECONDS = 120; // of a processor: a fault that makes the engine hang is told by this

// ---------------------------------------------------------------- the text as tokens

const TOKEN = new RegExp(
  [
    String.raw`(?<space>\s+|//[^\n]*|/\*[^]*?\*/)`,
    String.raw`(?<text>'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|` + '`(?:\\\\.|[^`\\\\])*`)',
    String.raw`(?<number>0x[\da-f]+|\d+)`,
    String.raw`(?<word>[A-Za-z_$][\w$]*)`,
    String.raw`(?<sign>=>|\.\.\.|===|!==|<=|>=|&&|\|\||\?\?|\?\.|\+=|-=|\+\+|--|>>>|[-+*/%!<>=&|^~?:;,.(){}[\]])`,
  ].join('|'),
  'gy',
);

// Tokens that are neither blank nor comment: { kind, text, at, line, depth }; depth counts open brackets.
export function tokens(source) {
  const found = [];
  let depth = 0;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(source);
    if (!match) throw new Error(`no token at character ${at}: ${source.slice(at, at + 20)}`);
    const [kind] = Object.entries(match.groups).find(([, text]) => text !== undefined);
    if (kind === 'space') continue;
    const text = match[0];
    if (')]}'.includes(text)) depth -= 1;
    found.push({ kind, text, at, line: source.slice(0, at).split('\n').length, depth });
    if ('([{'.includes(text)) depth += 1;
  }
  return found;
}

// ---------------------------------------------------------------- faults

const OTHER = {
  '===': ['!=='], '!==': ['==='], '<': ['<=', '>'], '<=': ['<', '>='], '>': ['>=', '<'], '>=': ['>', '<='],
  '&&': ['||'], '||': ['&&'], '+': ['-'], '-': ['+'], '*': ['+'], '%': ['*'], '+=': ['-='], '-=': ['+='],
};
const UNTOUCHED = ['const', 'let', 'import', 'export', 'class', 'for', 'while', 'if', 'else'];

// All faults that the text allows: { line, was, now, from, to }, where the characters from..to become `now`.
export function faults(source) {
  const all = tokens(source);
  const found = [];
  const add = (first, last, now) => {
    const to = last.at + last.text.length;
    found.push({ line: first.line, was: source.slice(first.at, to), now, from: first.at, to });
  };
  all.forEach((token, i) => {
    const { kind, text } = token;
    const before = all[i - 1];
    const binary = before && (before.kind !== 'sign' || ')]'.includes(before.text));
    if (kind === 'sign' && OTHER[text] && binary) for (const now of OTHER[text]) add(token, token, now);
    if (text === '!' && all[i + 1]?.text !== '=') add(token, token, '');
    if (kind === 'number') {
      add(token, token, String(Number(text) + 1));
      if (Number(text) > 0) add(token, token, String(Number(text) - 1));
    }
    if (text === 'true') add(token, token, 'false');
    if (text === 'false') add(token, token, 'true');
    if (text === 'if') {
      const close = closing(all, i + 1);
      add(all[i + 1], all[close], `(!${source.slice(all[i + 1].at, all[close].at + 1)})`);
    }
    if (text === '(' && before?.kind === 'word' && !UNTOUCHED.includes(before.text)) swapArguments(all, i, source, add);
    if (statementBegins(before) && !UNTOUCHED.includes(text) && kind !== 'sign') dropStatement(all, i, add);
  });
  return found;
}

function closing(all, open) {
  return all.findIndex((token, i) => i > open && token.depth === all[open].depth && ')]}'.includes(token.text));
}

function swapArguments(all, open, source, add) {
  const close = closing(all, open);
  if (all[close + 1]?.text === '{') return; // the head of a function
  const inside = all.slice(open + 1, close).filter(({ depth }) => depth === all[open].depth + 1);
  const commas = inside.filter(({ text }) => text === ',');
  if (commas.length !== 1 || close < open + 4) return;
  const middle = all.indexOf(commas[0]);
  const [one, two] = [all.slice(open + 1, middle), all.slice(middle + 1, close)];
  if (one.length === 0 || two.length === 0) return;
  const text = (part) => source.slice(part[0].at, part.at(-1).at + part.at(-1).text.length);
  if (text(one) !== text(two)) add(one[0], two.at(-1), `${text(two)}, ${text(one)}`);
}

const statementBegins = (before) => before && [';', '{', '}', ')', 'else'].includes(before.text);

// Up to the semicolon at the same depth.
function dropStatement(all, begin, add) {
  const { depth, text } = all[begin];
  const end = all.findIndex((token, i) => i >= begin && (token.depth < depth || (token.depth === depth && token.text === ';')));
  if (end < 0 || all[end].text !== ';' || (text === 'return' && end > begin + 1)) return;
  add(all[begin], all[end], ';');
}

// ---------------------------------------------------------------- making them

function make(engine, out, count = 40, seed = 1) {
  const source = readFileSync(join(engine, 'engine.mjs'), 'utf8');
  const draw = seeded(seed);
  const left = faults(source);
  const made = [];
  mkdirSync(out, { recursive: true });
  cpSync(join(HERE, 'lines.mjs'), join(out, 'lines.mjs'));
  while (made.length < count && left.length > 0) {
    const [fault] = left.splice(draw(left.length), 1);
    const folder = join(out, String(made.length).padStart(2, '0'));
    cpSync(engine, folder, { recursive: true });
    const file = join(folder, 'engine.mjs');
    writeFileSync(file, source.slice(0, fault.from) + fault.now + source.slice(fault.to));
    // What is no JavaScript is no fault: the next one takes its folder.
    if (spawnSync(process.execPath, ['--check', file]).status !== 0) continue;
    made.push({ folder, line: fault.line, was: fault.was, now: fault.now });
  }
  save(out, made);
  return made;
}

const save = (out, made) => writeFileSync(join(out, 'faults.json'), `${JSON.stringify(made, null, 1)}\n`);

// ---------------------------------------------------------------- telling them apart

function tell(engine, out, mode, box, moves = 100000) {
  const made = JSON.parse(readFileSync(join(out, 'faults.json'), 'utf8'));
  for (const fault of made) {
    const args = [fileURLToPath(import.meta.url), 'beside', engine, fault.folder, mode, box, String(moves)];
    const limited = ['-c', `ulimit -t ${SECONDS}; exec "$0" "$@"`, process.execPath, ...args];
    const run = spawnSync('sh', limited, { encoding: 'utf8' });
    fault.seen = run.status === 0 ? JSON.parse(run.stdout) : { moves: 0, what: 'it hangs or ends' };
    save(out, made);
    console.log(`${fault.folder} line ${fault.line}: ${fault.was} -> ${fault.now || 'nothing'}: ${JSON.stringify(fault.seen)}`);
  }
}

// The original chooses; the other must offer, refuse and show the same. What chance does is drawn by the original in one
// game and by the other in the next; who did not draw is told, and must take it. Now and then something is tried that the
// original may refuse.
async function beside(engine, other, mode, box, most) {
  const load = async (folder) => (await import(pathToFileURL(join(resolve(folder), 'main.mjs')))).answers;
  const [one, two] = [await load(engine), await load(other)];
  const both = (ask, request) => {
    const said = [one, two].map((answers) => {
      try {
        return JSON.stringify(answers[ask](structuredClone(request)));
      } catch (fault) {
        return `error: ${fault.message}`;
      }
    });
    if (said[0] !== said[1]) throw Object.assign(new Error(ask), { said });
    return JSON.parse(said[0]);
  };
  const chance = (drawing, told) => {
    const said = drawing.chance({ outcome: null });
    const other = said.drew ? told.chance({ outcome: structuredClone(said.drew) }) : {};
    if (!said.drew || other.refused) throw Object.assign(new Error('chance'), { said });
  };
  const draw = seeded(7);
  const seats = mode.startsWith('queue4') ? ['player'] : ['white', 'black'];
  let moves = 0;
  try {
    for (const answers of [one, two]) answers.hello?.({ protocol: 1, mode });
    for (let game = 0; moves < most; game += 1) {
      both('reset', { instance: { name: box, parameters: {} }, seats, seed: game });
      for (let step = 0; step < 2000 && moves < most; step += 1) {
        both('state', { seat: null });
        if (both('result', {}).over) break;
        const [seat] = both('to_move', {}).to_move;
        if (seat === undefined) chance(...(game % 2 ? [two, one] : [one, two]));
        else {
          const options = both('moves', {}).moves;
          const move = { seat, ...choose(options, draw) };
          const tried = draw(10) === 0 && bent(move, options, seats, draw);
          const taken = tried && !both('do', { moves: [tried] }).refused;
          if (!taken) both('do', { moves: [move] });
        }
        moves += 1;
      }
    }
  } catch ({ message, said }) {
    if (!said) throw new Error(message);
    return { moves, what: message };
  }
  return { alike: moves };
}

// Any of them; what ends a game early is seldom chosen.
function choose(options, draw) {
  const picked = options[draw(options.length)];
  return picked.move === 'walk_away' && draw(20) > 0 ? options[draw(options.length)] : picked;
}

// The move by another seat, or with another value of one argument: often one that an option has; null if there is none.
function bent(move, options, seats, draw) {
  const names = Object.keys(move.args ?? {});
  const others = seats.filter((seat) => seat !== move.seat);
  if (others.length > 0 && (names.length === 0 || draw(3) === 0)) return { ...move, seat: others[0] };
  if (names.length === 0) return null;
  const name = names[draw(names.length)];
  const was = move.args[name];
  const values = options.map(({ args = {} }) => args[name]).filter((value) => value !== undefined && value !== was);
  if (typeof was === 'number') values.push(was + 1, was - 1);
  if (typeof was === 'boolean') values.push(!was);
  return values.length > 0 ? { ...move, args: { ...move.args, [name]: values[draw(values.length)] } } : null;
}

if (isProgram(import.meta)) {
  const [command, engine, out, ...rest] = process.argv.slice(2);
  if (command === 'make') make(engine, out, ...rest.map(Number));
  else if (command === 'tell') tell(engine, out, rest[0], rest[1], rest[2] && Number(rest[2]));
  else if (command === 'beside') {
    console.log(JSON.stringify(await beside(engine, out, rest[0], rest[1], Number(rest[2]))));
    process.exit(0);
  } else {
    console.error('write make or tell; the head of this file says what they do');
    process.exit(2);
  }
}
