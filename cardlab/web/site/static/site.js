/* The shell of a site without a server: it opens pages, one after the other, around one worker that stays alive.
   Python decides what stands on a page; nothing here knows a game. */
import { Models } from "./models.js";

const site = JSON.parse(document.getElementById("cardlab-site").textContent);
const root = new URL(site.root, location.href),
  here = (file) => new URL(file, import.meta.url);
const STAGES = {
  fetching: "Fetching Python …",
  unpacking: "Unpacking Python …",
  opening: "Laying the table …",
};
const WRONG = "Something in cardlab went wrong. No move is lost: reload the page to go on.";
const asked = new Map();
let worker = null,
  failed = "",
  used = false,
  live = false,
  visit = 0,
  asking = 0,
  number = 0,
  page = site.page;

// -- the worker

const models = new Models((model, data) => {
  if (!failed) worker.postMessage({ kind: "hear", model, data: JSON.stringify(data) });
});

const hears = {
  stage: ({ stage }) => tell(STAGES[stage]),
  ready: (message) => {
    live = true;
    used ||= message.used;
    // a page that has not asked Python yet may have something to show of its reader
    if (page.answer !== null && used && asking !== visit) refresh();
    navigator.serviceWorker?.controller?.postMessage("keep");
  },
  live: ({ page: of, index, model }) => {
    if (of === visit) models.draw(model, document.querySelector(`[data-cell="${index}"]`));
  },
  trouble: ({ page: of, index, said }) => {
    if (of === visit) say(said, document.querySelector(`[data-cell="${index}"]`));
  },
  answer: (message) => {
    asked.get(message.id)?.(message);
    asked.delete(message.id);
  },
  failed: ({ said }) => fail(`Python could not be started here (${said.slice(0, 200)}).`),
  stumbled: ({ id }) => {
    if (asked.has(id))
      hears.answer({ id, status: 500, headers: {}, body: JSON.stringify({ said: WRONG }) });
    else notice(WRONG);
  },
  memory: () =>
    notice(
      "This browser keeps nothing for this site between two visits. You can play and learn; save your progress as a file before you leave.",
    ),
  unkept: () =>
    notice(
      "The browser could not keep what happened last; its room for this site may be used up. Save your progress as a file before you leave.",
    ),
  kept: () => {
    used = true;
  },
};

/** The service worker keeps what is fetched; the first files shall pass through it already. */
async function kept() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  try {
    await serviceWorker.register(new URL("sw.js", root), { scope: root.pathname });
    if (serviceWorker.controller) return;
    await new Promise((resolve) => {
      serviceWorker.addEventListener("controllerchange", resolve, { once: true });
      setTimeout(resolve, 2000);
    });
  } catch {
    /* the site works without it, with a network */
  }
}

/** One page at a time writes to what the browser keeps; another one waits, or takes it over. */
async function alone() {
  if (!navigator.locks) return;
  const take = (options) =>
    new Promise((resolve) => {
      const hold = (lock) => {
        resolve(!!lock);
        return lock && new Promise(() => {});
      };
      navigator.locks.request(`cardlab:${root.pathname}`, options, hold).catch(() => {
        worker?.terminate();
        fail("cardlab has been opened in another tab. Reload this page to go on here.");
      });
    });
  if (await take({ ifAvailable: true })) return;
  const box = notice("cardlab is open in another tab of this browser. Go on there, or "),
    button = document.createElement("button");
  button.type = "button";
  button.className = "btn";
  button.textContent = "Use it here";
  box.append(button);
  await Promise.race([
    new Promise((resolve) => button.addEventListener("click", resolve)).then(() =>
      take({ steal: true }),
    ),
    take({}),
  ]);
  box.remove();
}

const before = [];
/** Sends to the worker as soon as there is one. */
function send(message) {
  if (worker) worker.postMessage(message);
  else before.push(message);
}

let begun = false;
async function start() {
  if (begun || failed) return;
  begun = true;
  if (typeof WebAssembly !== "object") {
    fail("This browser has no WebAssembly, which the games need to run in it.");
    return;
  }
  tell(STAGES.fetching);
  await Promise.all([kept(), alone()]);
  worker = new Worker(here("worker.js"), { type: "module" });
  worker.onmessage = ({ data }) => (hears[data.kind] || ((message) => models.hear(message)))(data);
  worker.onerror = (event) =>
    fail(`Python could not be started here (${event.message || "no reason given"}).`);
  const { settings, build, later } = site.python;
  worker.postMessage({
    kind: "start",
    base: root.pathname,
    settings: JSON.stringify(settings),
    build,
    later,
  });
  for (const message of before.splice(0)) worker.postMessage(message);
}

/** What a server would answer, from the worker. */
function ask(method, path, query, body) {
  start();
  return new Promise((resolve) => {
    const id = ++number;
    asked.set(id, resolve);
    send({ kind: "ask", id, method, path, query, body });
  });
}

// -- what is said outside of widgets

function tell(text) {
  const wait = document.querySelector("[data-wait]");
  if (wait && text) wait.textContent = text;
}

function say(text, place) {
  const box = document.createElement("p");
  box.className = "site-said";
  box.setAttribute("role", "alert");
  box.textContent = text;
  (place || document.querySelector("main")).prepend(box);
  document.getElementById("cl-skeleton")?.remove();
}

/** A line above the page; the same words stand there once. */
function notice(text) {
  const same = [...document.querySelectorAll(".site-notice")].find(
    (old) => old.textContent === text,
  );
  if (same) return same;
  const box = document.createElement("p");
  box.className = "site-notice";
  box.setAttribute("role", "status");
  box.textContent = text;
  document.querySelector("main").before(box);
  return box;
}

function fail(text) {
  failed = text;
  if (page.cells.length) say(text);
  else notice(text);
}

// -- pages

/** The folder of a page: a file server answers for folders. */
function folder(address) {
  const url = new URL(address, location.href);
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return url;
}

const inside = (url) =>
  url.origin === root.origin &&
  url.pathname.startsWith(root.pathname) &&
  !/\.\w+$/.test(url.pathname.replace(/\.ipynb$/, ""));

/** Begins what the page that now stands there needs. */
function begin() {
  visit += 1;
  const dialog = document.querySelector("[data-who-dialog]");
  dialog?.append(document.getElementById("cardlab-whole").content.cloneNode(true));
  if (failed) return fail(failed);
  if (page.cells.length) {
    start();
    if (live) tell(STAGES.opening);
    const cells = JSON.stringify(page.cells);
    send({ kind: "open", page: visit, query: location.search, cells });
  } else {
    start();
    if (page.answer !== null && (used || location.search || page.empty)) refresh();
  }
}

/** The page as Python makes it for this reader, in the place of the one that was made for everybody. */
async function refresh() {
  const of = (asking = visit),
    { status, body } = await ask("GET", page.answer, location.search.slice(1), "");
  if (of !== visit) return;
  if (status !== 500) put(new DOMParser().parseFromString(body, "text/html"));
  else if (page.empty) notice(WRONG);
}

/** Links of the head are read from this address once: another page has another one. */
function settle(sheet) {
  if (sheet.href) sheet.setAttribute("href", sheet.href);
  return sheet;
}
document.head.querySelectorAll("link").forEach(settle);

/** Puts another document in the place of this one; its scripts run, ours goes on. */
function put(next) {
  document.title = next.title;
  for (const old of document.head.querySelectorAll("style, link[rel=stylesheet]"))
    old.dataset.old = "";
  const added = [...next.head.querySelectorAll("style, link[rel=stylesheet]")].map((sheet) => {
    const same = [...document.head.querySelectorAll("[data-old]")].find((old) =>
      sheet.href
        ? old.href === new URL(sheet.getAttribute("href"), location.href).href
        : old.textContent === sheet.textContent,
    );
    if (same) {
      delete same.dataset.old;
      return null;
    }
    const copy = document.importNode(sheet, true);

    return new Promise((resolve) => {
      copy.onload = copy.onerror = resolve;
      document.head.append(settle(copy));
      if (!copy.href) resolve();
    });
  });
  return Promise.all(added).then(() => {
    for (const old of document.head.querySelectorAll("[data-old]")) old.remove();
    const body = document.importNode(next.body, true);
    for (const script of body.querySelectorAll("script")) {
      if (script.type && script.type !== "module") continue;
      const again = document.createElement("script");
      for (const { name, value } of script.attributes) again.setAttribute(name, value);
      // A module runs once for each address that it has.
      if (script.type === "module" && script.src) again.src = `${again.src}?visit=${++number}`;
      again.textContent = script.textContent;
      again.async = false;
      script.replaceWith(again);
    }
    document.body.replaceWith(body);
  });
}

/** Opens a page of the site in the place of this one. */
async function open(address, { keep = true } = {}) {
  const url = folder(address),
    of = ++visit;
  let text;
  try {
    const answer = await fetch(url.pathname);
    text = await answer.text();
    if (!answer.ok && !text.includes("cardlab-site")) throw new Error(String(answer.status));
  } catch {
    location.assign(url);
    return;
  }
  if (of !== visit) return;
  const next = new DOMParser().parseFromString(text, "text/html"),
    found = next.getElementById("cardlab-site");
  if (!found) {
    location.assign(url);
    return;
  }
  models.clear();
  send({ kind: "leave" });
  if (keep) history.pushState(null, "", url);
  page = JSON.parse(found.textContent).page;
  await put(next);
  const target = url.hash && document.getElementById(url.hash.slice(1));
  if (target) target.scrollIntoView();
  else scrollTo(0, 0);
  const main = document.getElementById("content");
  main?.setAttribute("tabindex", "-1");
  main?.focus({ preventScroll: true });
  begin();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (
    !link ||
    event.defaultPrevented ||
    event.button ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return;
  if (link.target || link.hasAttribute("download")) return;
  const url = new URL(link.href);
  if (!inside(url) || link.getAttribute("href").startsWith("#")) return;
  event.preventDefault();
  open(url);
});
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "get") return;
  const url = new URL(form.action);
  if (!inside(url)) return;
  event.preventDefault();
  url.search = new URLSearchParams(new FormData(form)).toString();
  open(url);
});
let shown = location.pathname + location.search;
addEventListener("popstate", () => {
  if (location.pathname + location.search !== shown || !location.hash)
    open(location.href, { keep: false });
});
setInterval(() => (shown = location.pathname + location.search), 500);

// -- what scripts of the pages ask a server for

async function answered(address, options = {}) {
  const url = new URL(address, location.href),
    { method = "GET", body = "" } = options,
    path = url.pathname.slice(root.pathname.length);
  const text = body instanceof Blob ? await body.text() : String(body || "");
  const found = await ask(method, path, url.search.slice(1), text);
  return new Response(found.body, { status: found.status, headers: found.headers });
}
// -- everything as one file

const WHOLE = `${site.learner}/whole`;

async function saveWhole(said) {
  const { status, body } = await ask("GET", WHOLE, "", "");
  if (status !== 200) {
    said.textContent = JSON.parse(body).said;
    return;
  }
  const link = document.createElement("a"),
    data = Uint8Array.from(atob(body), (character) => character.charCodeAt(0));
  link.href = URL.createObjectURL(new Blob([data]));
  link.download = "cardlab.sqlite";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  said.textContent = "The file is in your downloads.";
}

async function loadWhole(file, said) {
  const reader = new FileReader();
  await new Promise((resolve) => {
    reader.onloadend = resolve;
    reader.readAsDataURL(file);
  });
  const text = String(reader.result || "").split(",")[1] || "",
    { status, body } = await ask("POST", WHOLE, "", text);
  said.textContent = JSON.parse(body).said;
  if (status === 200) setTimeout(() => location.reload(), 900);
}

document.addEventListener("click", ({ target }) => {
  if (target.closest?.("[data-whole-save]")) saveWhole(document.querySelector("[data-whole-said]"));
});
document.addEventListener("change", ({ target }) => {
  if (!target.matches?.("[data-whole-file]")) return;
  const file = target.files[0];
  target.value = "";
  if (file && confirm(target.dataset.sure))
    loadWhole(file, document.querySelector("[data-whole-said]"));
});

const waiting = window.cardlabFetch.waiting;
window.cardlabFetch = answered;
for (const [call, resolve] of waiting) resolve(answered(...call));

begin();
