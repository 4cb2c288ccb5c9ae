/* The views' side of the widgets: the state of each model, and the module that draws it. Knows no widget. */
const RESERVED = new Set(["_esm", "_css"]);

/** One widget's state as anywidget hands it to `render`. */
class Model {
  constructor(id, state, send) {
    this.id = id;
    this.state = state;
    this.sendOut = send;
    this.changed = new Set();
    this.listeners = new Map();
  }
  get(name) {
    return this.state[name];
  }
  set(name, value) {
    this.state[name] = value;
    this.changed.add(name);
    this.emit(`change:${name}`, value);
  }
  save_changes() {
    if (!this.changed.size) return;
    const state = Object.fromEntries([...this.changed].map((name) => [name, this.state[name]]));
    this.changed.clear();
    this.sendOut(this.id, { method: "update", state });
    // A worker that has much to do answers late, but it is there: only one that has failed is lost.
    if ("ping" in state) this.update({ pong: state.ping });
  }
  on(event, listener) {
    if (!this.listeners.has(event)) this.listeners.set(event, new Set());
    this.listeners.get(event).add(listener);
  }
  off(event, listener) {
    if (listener) this.listeners.get(event)?.delete(listener);
    else if (event) this.listeners.delete(event);
    else this.listeners.clear();
  }
  send(content) {
    this.sendOut(this.id, { method: "custom", content });
  }
  emit(event, value) {
    for (const listener of [...(this.listeners.get(event) || [])]) listener({}, value);
  }
  update(state) {
    Object.assign(this.state, state);
    for (const name of Object.keys(state)) this.emit(`change:${name}`, state[name]);
    this.emit("change");
  }
}

const modules = new Map();

/** The module of a script; the same script is the same module. */
function moduleOf(script) {
  if (!modules.has(script)) {
    const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    modules.set(script, import(address));
  }
  return modules.get(script);
}

/** All models of the page that is open. */
export class Models {
  constructor(send) {
    this.send = send;
    this.known = new Map();
    this.leave = [];
  }
  hear({ kind, model, data }) {
    if (kind === "comm_open") this.known.set(model, new Model(model, { ...data.state }, this.send));
    else if (kind === "comm_close") this.known.delete(model);
    else if (data.method === "update") this.known.get(model)?.update(data.state);
    else if (data.method === "custom") this.known.get(model)?.emit("msg:custom", data.content);
  }
  /** Draws a model in a place of the page. */
  async draw(id, place) {
    const model = this.known.get(id),
      style = document.createElement("style"),
      el = document.createElement("div");
    style.textContent = model.get("_css") || "";
    place.replaceChildren(style, el);
    const { default: widget } = await moduleOf(model.get("_esm"));
    for (const name of RESERVED) delete model.state[name];
    this.leave.push(await widget.render({ model, el }));
  }
  /** Ends every view, before another page is opened. */
  clear() {
    for (const end of this.leave.splice(0)) if (typeof end === "function") end();
    this.known.clear();
  }
}
