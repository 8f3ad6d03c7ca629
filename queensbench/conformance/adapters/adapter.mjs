// Lets a JavaScript engine answer `queensbench conform`: a line of JSON in, a line of JSON out.
//
// End the program with `serve(new MyEngine())`. The engine has a method for each request that it can answer: `reset`
// and `do`, at least one of `state` and `result`, and whichever it likes of the others below. A method gets the request
// as one object, and returns the answer as an object, or nothing for an empty one; it may be async.
// This file needs nothing but Node 18: copy it beside the engine.

import process from "node:process";

const PROTOCOL = 1;
const OPTIONAL = ["to_move", "moves", "chance", "state", "result", "set", "snapshot", "undo"];

async function answerTo(engine, ask, request) {
  if (ask === "hello") {
    return {
      name: engine.name || engine.constructor.name,
      version: engine.version || "",
      protocol: PROTOCOL,
      can: OPTIONAL.filter((name) => typeof engine[name] === "function"),
    };
  }
  if (ask === "quit") return {};
  if (typeof engine[ask] !== "function") return { error: `${engine.constructor.name} has no method ${ask}` };
  return (await engine[ask](request)) ?? {};
}

async function answered(engine, line) {
  const { id, ask, ...request } = JSON.parse(line);
  let answer;
  try {
    answer = await answerTo(engine, ask, request);
  } catch (error) {
    // The engine's own error: it is said, and the next request may work.
    console.error(error);
    answer = { error: String(error) };
  }
  process.stdout.write(JSON.stringify({ id, ...answer }) + "\n");
  return ask !== "quit";
}

/** Answer requests until the input ends, or `quit` comes. What is logged goes to the error stream. */
export async function serve(engine) {
  console.log = console.info = console.debug = console.error;
  process.stdin.setEncoding("utf8");
  let begun = "";
  for await (const chunk of process.stdin) {
    const lines = (begun + chunk).split("\n");
    begun = lines.pop();
    for (const line of lines) {
      if (!(await answered(engine, line))) process.exit(0);
    }
  }
}
