/* Python, in a worker of its own: starts it, hands messages in and out, and keeps the store and the bytecode in IndexedDB.
   Knows no page, no game and no widget. */
import { loadPyodide } from "./pyodide/pyodide.mjs";
import { Kept } from "./kept.js";

const STORE = "/store",
  WATCH = 250,
  QUIET = 4000;
const post = (message) => self.postMessage(message);
const here = (file) => new URL(file, import.meta.url).href;
let python, boot, browser, store, kept;

/** A file of the site, at once: what an import waits for. */
function fetchNow(file) {
  const request = new XMLHttpRequest();
  request.open("GET", here(file), false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status >= 400) throw new Error(`${file}: ${request.status}`);
  return new Uint8Array(request.response);
}

async function bytes(file) {
  const answer = await fetch(here(file));
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** The store is a folder of files in the worker's memory; after each change all of it goes to IndexedDB. */
class Store {
  constructor(files) {
    python.FS.mkdirTree(STORE);
    for (const [name, data] of Object.entries(files || {}))
      python.FS.writeFile(`${STORE}/${name}`, data);
    this.seen = this.state();
    this.writing = false;
  }
  names() {
    return python.FS.readdir(STORE).filter((name) => name !== "." && name !== "..");
  }
  state() {
    return this.names()
      .map((name) => {
        const { mtime, size } = python.FS.stat(`${STORE}/${name}`);
        return `${name} ${+mtime} ${size}`;
      })
      .join();
  }
  async keep() {
    if (this.writing || !kept) return;
    const now = this.state();
    if (now === this.seen) return;
    this.writing = true;
    const files = {};
    for (const name of this.names()) files[name] = python.FS.readFile(`${STORE}/${name}`);
    try {
      await kept.put("store", files);
      this.seen = now;
      post({ kind: "kept" });
    } catch (error) {
      post({ kind: "unkept", said: String(error) });
    } finally {
      this.writing = false;
    }
  }
}

/** What Python has compiled is kept as well, once nothing has happened for a while: the next visit starts sooner. */
function keepCompiled(build) {
  let written = 0,
    last = -1;
  setInterval(async () => {
    const count = boot.compiled_files();
    const still = count === last;
    last = count;
    if (!still || count === written) return;
    written = count;
    const data = boot.packed();
    await kept.put("compiled", { build, data: data.toJs() });
    data.destroy();
  }, QUIET);
}

async function start({ base, settings, build, later }) {
  kept = await Kept.open(`cardlab:${base}`);
  if (!kept) post({ kind: "memory" });
  const core = bytes("core.zip"),
    first = bytes("boot.py");
  const [files, compiled] = kept ? [await kept.get("store"), await kept.get("compiled")] : [];
  python = await loadPyodide({
    indexURL: here("./pyodide/"),
    lockFileContents: await (await fetch(here("pyodide/lock.json"))).text(),
    env: { HOME: "/home", CARDLAB_STORE: `sqlite:///${STORE}/cardlab.sqlite` },
  });
  post({ kind: "stage", stage: "unpacking" });
  python.FS.writeFile("/home/boot.py", await first);
  python.runPython("import sys; sys.path.insert(0, '/home')");
  boot = python.pyimport("boot");
  boot.unpack(await core);
  if (compiled?.build === build) boot.unpack(compiled.data, boot.COMPILED);
  boot.fetch_later(fetchNow, later);
  store = new Store(files);
  post({ kind: "stage", stage: "opening" });
  browser = python
    .pyimport("cardlab.web.site.browser")
    .Browser((text) => post(JSON.parse(text)), base, settings, STORE);
  setInterval(() => store.keep(), WATCH);
  if (kept) keepCompiled(build);
  post({ kind: "ready", used: !!files });
}

const calls = {
  open: ({ page, query, cells }) => browser.open(page, query, cells),
  leave: () => browser.leave(),
  hear: ({ model, data }) => browser.hear(model, data),
  ask: async ({ id, method, path, query, body }) => {
    const answer = JSON.parse(browser.answer(method, path, query, body));
    // What was changed is kept before anybody is told that it was.
    if (method === "POST") await store.keep();
    post({ kind: "answer", id, ...answer });
  },
};
let ready = null;
self.onmessage = async ({ data: message }) => {
  try {
    if (message.kind === "start") ready = start(message);
    await ready;
  } catch (error) {
    console.error(error);
    if (message.kind === "start") post({ kind: "failed", said: String(error.message || error) });
    return;
  }
  try {
    await calls[message.kind]?.(message);
    if (message.kind === "hear") store.keep();
  } catch (error) {
    console.error(error);
    post({ kind: "stumbled", id: message.id });
  }
};
