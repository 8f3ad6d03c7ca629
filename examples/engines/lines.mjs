// The conversation of an engine with Queensbench: a request in JSON on each line, and an answer on each line.
//
// `answers` has a function for each request that the engine answers; `can` of its hello names the optional ones.
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const NEEDED = ['hello', 'reset', 'do'];

// Whether a module is the program that runs, and not one that another imports.
export function isProgram({ url }) {
  return process.argv[1] !== undefined && pathToFileURL(process.argv[1]).href === url;
}

export function converse(about, answers) {
  const can = Object.keys(answers).filter((ask) => !NEEDED.includes(ask));
  const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
  lines.on('line', (line) => {
    const { id, ask, ...request } = JSON.parse(line);
    if (ask === 'quit') process.exit(0);
    let answer;
    try {
      if (ask === 'hello') {
        answers.hello?.(request);
        answer = { ...about, protocol: 1, can };
      } else {
        answer = answers[ask] ? answers[ask](request) : { error: `this engine does not answer ${ask}` };
      }
    } catch (fault) {
      answer = { error: String(fault) };
    }
    process.stdout.write(`${JSON.stringify({ id, ...answer })}\n`);
  });
}

// Small seeded dice: a number from 0 up to below n.
export function seeded(seed) {
  let state = seed >>> 0;
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % n;
  };
}
