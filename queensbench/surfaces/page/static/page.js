// The page works without this file: forms are sent, links are followed.  With it, a move changes what is shown without a new
// page, the place on the screen stays, and the keyboard stays where it was.
"use strict";

(() => {
  const main = () => document.getElementById("main");

  // What the keyboard can be at, and what tells one from the others.
  const reached = () => [...main().querySelectorAll("button, a, select, input, summary, [tabindex='0']")];
  const mark = (one) => one.id || [one.tagName, ...["name", "value", "href", "aria-label"].map((name) => one.getAttribute(name)),
    one.tagName === "SUMMARY" ? one.textContent : ""].join(" ");

  function remembered() {
    const at = document.activeElement;
    if (!at || !main().contains(at)) return null;
    return { mark: mark(at), before: reached().filter((one) => mark(one) === mark(at)).indexOf(at) };
  }

  function refocus(was) {
    if (!was) return;
    const same = reached().filter((one) => mark(one) === was.mark);
    (same[was.before] || same[0] || main()).focus({ preventScroll: true });
  }

  // What a link is about, such as an answer below the board, is brought into sight.
  function reveal(name) {
    const target = name && document.getElementById(name);
    if (target) target.scrollIntoView({ block: "nearest" });
  }

  let waiting = 0;

  // Of several requests that are under way the last one is shown, whichever is answered first.
  let asked = 0;

  async function swap(address, options, push, name) {
    const mine = ++asked;
    clearTimeout(waiting);
    let answer;
    try {
      answer = await fetch(address, options);
    } catch {
      location.reload();
      return;
    }
    const text = await answer.text();
    if (mine !== asked) return;
    const was = remembered();
    const made = new DOMParser().parseFromString(text, "text/html");
    const next = made.getElementById("main");
    if (!next || (answer.status === 202 && options.method === "post")) {
      location.assign(options.method === "post" ? location.href : address);
      return;
    }
    const open = new Set([...document.querySelectorAll("details[open][id]")].map((one) => one.id));
    for (const one of next.querySelectorAll("details[id]")) if (open.has(one.id)) one.open = true;
    main().replaceWith(document.adoptNode(next));
    document.title = made.title;
    const nav = made.querySelector(".top nav");
    if (nav) document.querySelector(".top nav").replaceWith(document.adoptNode(nav));
    if (push && answer.url !== location.href) history.pushState(null, "", answer.url);
    else history.replaceState(null, "", answer.url);
    refocus(was);
    reveal(name);
    here();
    poll();
  }

  function poll() {
    clearTimeout(waiting);
    const link = document.querySelector("a[data-poll]");
    if (link) waiting = setTimeout(() => document.contains(link) && swap(link.href, {}, false), 1000);
  }

  function here() {
    const at = document.querySelector(".history [aria-current]");
    const list = at && at.closest(".history");
    if (list) list.scrollTop = at.offsetTop - (list.clientHeight - at.offsetHeight) / 2;
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.hasAttribute("data-swap")) return;
    event.preventDefault();
    const fields = new URLSearchParams(new FormData(form, event.submitter));
    const address = new URL(form.action);
    if (form.method === "get") {
      address.search = fields;
      address.hash = "";
      swap(address.href, {}, true);
    } else {
      swap(address.href, { method: "post", body: fields }, true);
    }
  });

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    if (link.hasAttribute("data-swap")) {
      event.preventDefault();
      swap(link.href.replace(/#.*/, ""), {}, true, link.hash.slice(1));
    }
  });

  document.addEventListener("change", (event) => {
    if (event.target.name === "why") event.target.form.requestSubmit();
  });

  addEventListener("popstate", () => swap(location.href, {}, false));
  here();
  poll();
})();
