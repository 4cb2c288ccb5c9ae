/**
 * A laboratory: title, controls, blocks, and a bar while something is counted. Draws the view when `stamp` changes, and
 * sends what was moved or clicked as `act`. What a control may hold is decided in Python.
 */
const SOON = 10,
  TYPED = 350;
let labs = 0;

/** Makes one tree like another and leaves alone what is alike: a browser lays out only what has changed. What carries a
 *  data-key is the same thing wherever it stands; whether a reader has opened something is the reader's. */
function morph(from, to) {
  const keyOf = (node) => node.dataset?.key,
    kept = new Map([...from.children].filter(keyOf).map((e) => [keyOf(e), e]));
  let at = from.firstChild;
  for (const node of [...to.childNodes]) {
    const key = keyOf(node),
      old = key ? kept.get(key) : at && !keyOf(at) ? at : null;
    kept.delete(key);
    if (!old || old.nodeName !== node.nodeName) {
      from.insertBefore(node, at);
      continue;
    }
    if (old === at) at = at.nextSibling;
    else from.insertBefore(old, at);
    if (old.isEqualNode(node)) continue;
    if (old.nodeType !== 1) {
      old.data = node.data;
      continue;
    }
    const own = old.localName === "details" && key;
    for (const { name } of [...old.attributes])
      if (!node.hasAttribute(name) && !(own && name === "open")) old.removeAttribute(name);
    for (const { name, value } of node.attributes)
      if (old.getAttribute(name) !== value && !(own && name === "open"))
        old.setAttribute(name, value);
    morph(old, node);
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}
/** Puts markup in a part only if it changed, so that an unchanged part keeps its elements and its state. */
function fill(part, html) {
  if (part.cl === html) return false;
  const fresh = document.createElement("template");
  fresh.innerHTML = part.cl = html;
  morph(part, fresh.content);
  return true;
}
const optionsHtml = (choices) =>
  choices.map(([value, text]) => `<option value="${esc(value)}">${esc(text)}</option>`).join("");
/** One control as markup; its value is put in afterwards, so that a slider in somebody's hand is left alone. */
function controlHtml(c, id) {
  const at = `${id}-c-${c.name}`,
    hint = c.hint || c.why ? ` aria-describedby="${esc(at)}-h"` : "",
    off = c.off ? " disabled" : "",
    common = `id="${esc(at)}" data-name="${esc(c.name)}" data-key="c:${esc(c.name)}"${hint}${off}`;
  const label = `<label for="${esc(at)}">${say(c.label, false)}</label>`;
  const tail =
    c.why || c.hint
      ? `<p class="${c.why ? "why" : "hint"}" id="${esc(at)}-h">${say(c.why || c.hint)}</p>`
      : "";
  const body = {
    choice: () =>
      `${label}<select ${common}>${c.groups ? c.groups.map(([heading, there]) => `<optgroup label="${esc(heading)}">${optionsHtml(there)}</optgroup>`).join("") : optionsHtml(c.choices)}</select>`,
    number: () =>
      `${label}<span class="slide"><input type="range" ${common} ${c.stops ? `min="0" max="${c.stops.length - 1}" step="1" data-stops="${esc(JSON.stringify(c.stops))}"` : `min="${c.low}" max="${c.high}" step="${c.step || 1}"`}><input type="number" style="min-width: ${String(c.high).length + 5}ch" aria-label="${esc(spoken(c.label))}, as a number" data-name="${esc(c.name)}" data-key="s:${esc(c.name)}" min="${c.low}" max="${c.high}" step="${c.step || 1}"${off}></span>`,
    switch: () =>
      `<button type="button" class="switch" role="switch" ${common}>${say(c.label, false)}</button>`,
    text: () =>
      `${label}<input type="text" ${common} maxlength="${c.longest || 400}" autocomplete="off" spellcheck="false">`,
    area: () =>
      `${label}<textarea ${common} rows="${c.rows || 4}" maxlength="${c.longest || 20000}" autocomplete="off" spellcheck="false"></textarea>`,
    save: () =>
      `<button type="button" class="btn" ${common} data-save="${esc(c.file)}">${say(c.label, false)}</button>`,
    button: () =>
      `<button type="button" class="btn ${c.main ? "main" : ""}" ${common}>${say(c.label, false)}</button>`,
  }[c.kind]();
  return `<div class="control k-${esc(c.kind)} ${c.why ? "refused" : ""}" data-control="${esc(c.name)}">${body}${tail}</div>`;
}
function setValue(box, c, force) {
  for (const field of box.querySelectorAll("[data-name]")) {
    if (field.getAttribute("role") === "switch")
      field.setAttribute("aria-checked", String(!!c.value));
    else if (field.dataset.save) field.clText = String(c.value ?? "");
    else if (field.localName === "button") {
      /* says nothing of a value */
    } else if (force || document.activeElement !== field) {
      const value = String(field.dataset.stops ? stopAt(c.stops, c.value) : (c.value ?? ""));
      if (field.value !== value) field.value = value;
      if (field.dataset.stops) field.setAttribute("aria-valuetext", c.value);
    }
  }
}
/** The place of the last stop that is no larger than a value. */
const stopAt = (stops, value) =>
  Math.max(
    0,
    stops.findLastIndex((n) => n <= value),
  );
/** What a slider says: its value, or the number at its stop. */
const slid = (field) =>
  field.dataset.stops ? JSON.parse(field.dataset.stops)[Number(field.value)] : Number(field.value);
/** Puts a text that Python wrote into the reader's downloads. */
function save(name, text) {
  const link = document.createElement("a"),
    url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
/** What a control is apart from its value: as long as this stays, its element stays. */
const shapeOf = (c) => JSON.stringify({ ...c, value: 0 });

function renderLab({ model, el }) {
  const ui = { id: `lab${++labs}`, n: (Date.now() % 1e9) * 100, sent: 0 },
    root = document.createElement("div"),
    typed = new Map();
  root.className = "cl-root cl-lab";
  root.innerHTML = `${cardDefs(ui.id)}<div class="lost"></div><div class="errors"></div><header class="labhead"><div class="labtitle"></div><div class="headcontrols"></div></header><div class="labbusy"></div><div class="labcols"><aside class="sidecontrols" data-scroll-sign aria-label="Controls"></aside><div class="labgrid"></div></div><p class="sr" role="status" aria-live="polite"></p>`;
  el.append(root);
  const part = (name) => root.querySelector(`.${name}`),
    lost = part("lost"),
    errors = part("errors"),
    title = part("labtitle"),
    head = part("headcontrols"),
    side = part("sidecontrols"),
    grid = part("labgrid"),
    busy = part("labbusy"),
    status = root.querySelector("[role=status]");
  /** One act is under way at a time: a message that follows before the answer would take the place of the one before
   *  it. Of a field that moves on meanwhile only the last value counts. */
  const waiting = [];
  const sendNext = () => {
    if (!waiting.length || model.get("heard") < ui.sent) return;
    ui.sent = ++ui.n;
    model.set("act", { ...waiting.shift(), n: ui.sent });
    model.save_changes();
  };
  const put = (name, value, ofField) => {
    const last = waiting.at(-1);
    if (ofField && last?.name === name) last.value = value;
    else waiting.push({ name, value });
    root.dataset.waits = "";
    sendNext();
  };
  /** What was typed a moment ago is sent before anything that follows. */
  const sendTyped = () => {
    for (const [name, { timer, value }] of typed) {
      clearTimeout(timer);
      typed.delete(name);
      put(name, value, true);
    }
  };
  const send = (name, value, ofField = false) => {
    sendTyped();
    put(name, value, ofField);
  };

  /** Controls keep their elements as long as they are the same controls. */
  function drawControls(box, list) {
    const groups = [];
    for (const c of list) {
      if (!groups.length || groups.at(-1).title !== (c.group || ""))
        groups.push({ title: c.group || "", list: [] });
      groups.at(-1).list.push(c);
    }
    const plan = groups.map((g) => ({ ...g, shapes: g.list.map(shapeOf) })),
      shape = JSON.stringify(plan.map((g) => [g.title, g.shapes]));
    if (box.clShape !== shape) {
      box.clShape = shape;
      box.innerHTML = plan
        .map((g) =>
          g.title
            ? `<fieldset class="cgroup"><legend>${say(g.title, false)}</legend>${g.list.map((c) => controlHtml(c, ui.id)).join("")}</fieldset>`
            : g.list.map((c) => controlHtml(c, ui.id)).join(""),
        )
        .join("");
      list.forEach((c) =>
        setValue(box.querySelector(`[data-control="${CSS.escape(c.name)}"]`), c, true),
      );
    } else
      list.forEach((c) =>
        setValue(box.querySelector(`[data-control="${CSS.escape(c.name)}"]`), c, false),
      );
  }
  function drawBlocks(view) {
    const keys = [],
      t = { id: ui.id, chrome: model.get("chrome") || {} };
    view.blocks.forEach((b, i) => {
      const key = b.id || `${b.kind}${i}`,
        level = t.chrome.page ? "h2" : "h3";
      keys.push(key);
      let box = grid.querySelector(`:scope > [data-block="${CSS.escape(key)}"]`);
      if (!box) {
        box = document.createElement("section");
        box.dataset.block = key;
        box.innerHTML = `<div class="bhead"></div><div class="bcontrols"></div><div class="bbody"></div>`;
      }
      if (grid.children[i] !== box) grid.insertBefore(box, grid.children[i] || null);
      box.className = `block b-${b.kind} span-${b.span || "full"} ${b.tone ? `tone-${b.tone}` : ""} ${b.asked ? "asked" : ""} ${b.kind === "verdict" ? "" : "panel"}`;
      if (b.title) box.setAttribute("aria-label", spoken(b.title));
      else box.removeAttribute("aria-label");
      const [bhead, bcontrols, bbody] = box.children,
        own = view.controls.filter((c) => c.place === key);
      fill(
        bhead,
        `${b.title ? `<${level} class="bt">${say(b.title)}</${level}>` : ""}${b.lead ? `<p class="soft">${say(b.lead)}</p>` : ""}`,
      );
      bcontrols.hidden = !own.length;
      drawControls(bcontrols, own);
      fill(
        bbody,
        BLOCKS[b.kind] ? BLOCKS[b.kind](b, t) : `<p>This part cannot be drawn: ${esc(b.kind)}.</p>`,
      );
    });
    for (const box of [...grid.children]) if (!keys.includes(box.dataset.block)) box.remove();
  }
  function rove() {
    for (const group of root.querySelectorAll("[data-rove]")) {
      const items = [...group.querySelectorAll("button")],
        held =
          items.find((i) => i === document.activeElement) ||
          items.find((i) => i.getAttribute("aria-pressed") === "true") ||
          items[0];
      items.forEach((i) => {
        i.tabIndex = i === held ? 0 : -1;
      });
    }
  }
  function draw() {
    const view = model.get("view"),
      chrome = model.get("chrome") || {};
    onError();
    if (!view?.blocks) {
      if (!model.get("error"))
        grid.innerHTML = `<p class="soft waiting">The laboratory opens …</p>`;
      return;
    }
    const held =
        document.activeElement && root.contains(document.activeElement)
          ? document.activeElement.dataset?.key
          : null,
      level = chrome.page ? "h1" : "h2";
    fill(
      title,
      `<${level} class="lt1">${esc(view.title)}</${level}><p class="soft">${say(view.lead || "")}</p>`,
    );
    const blocks = new Set(view.blocks.map((b, i) => b.id || `${b.kind}${i}`)),
      place = (c) => (blocks.has(c.place) ? c.place : c.place === "side" ? "side" : "head");
    drawControls(
      head,
      view.controls.filter((c) => place(c) === "head"),
    );
    const sides = view.controls.filter((c) => place(c) === "side");
    side.hidden = !sides.length;
    drawControls(side, sides);
    root.classList.toggle("sided", !!sides.length);
    drawBlocks(view);
    const b = view.busy;
    fill(
      busy,
      b
        ? `<div class="busy"><span>${esc(b.text)}</span><progress max="1" value="${Number(b.done) || 0}" aria-label="${esc(b.text)}"></progress><button type="button" class="btn" data-act="stop" data-value="" data-key="stop">Stop</button></div>`
        : "",
    );
    strands(root);
    // where a diagram is wider than the page, what is picked is brought into sight
    for (const plane of root.querySelectorAll(".diagram")) {
      const at = plane.querySelector(".picked")?.closest(".node");
      if (
        at &&
        (at.offsetLeft < plane.scrollLeft + 40 ||
          at.offsetLeft > plane.scrollLeft + plane.clientWidth - 40)
      )
        plane.scrollLeft = at.offsetLeft - plane.clientWidth / 2;
    }
    // so is the chosen cell of a table, once for each choice
    for (const frame of root.querySelectorAll(".scroll")) {
      const at = frame.querySelector("td.picked");
      if (!at || frame.clPicked === at) continue;
      frame.clPicked = at;
      if (at.offsetLeft + at.offsetWidth > frame.scrollLeft + frame.clientWidth)
        frame.scrollLeft = at.offsetLeft - frame.clientWidth / 2;
    }
    rove();
    if (held && document.activeElement?.dataset?.key !== held)
      [...root.querySelectorAll("[data-key]")]
        .find((e) => e.dataset.key === held)
        ?.focus({ preventScroll: true });
    const words = view.said || "";
    if (status.textContent !== words) status.textContent = spoken(words);
    if (model.get("heard") >= ui.sent && !waiting.length) delete root.dataset.waits;
    root.dataset.stamp = model.get("stamp");
    root.dataset.ready = "";
    sendNext();
  }
  const onError = () =>
    fill(
      errors,
      model.get("error") ? `<div class="alert" role="alert">${esc(model.get("error"))}</div>` : "",
    );
  const later = (name, value, wait) => {
    clearTimeout(typed.get(name)?.timer);
    typed.set(name, { value, timer: setTimeout(sendTyped, wait) });
  };
  const number_ = (field) => (field.value.trim() === "" ? null : Number(field.value));
  root.addEventListener("click", (event) => {
    const at = event.target.closest("[data-act]"),
      own = event.target.closest("button[data-name]");
    if (at) send(at.dataset.act, at.dataset.value);
    else if (own?.dataset.save) {
      save(own.dataset.save, own.clText);
      status.textContent = "The file is in your downloads.";
    } else if (own?.getAttribute("role") === "switch")
      send(own.dataset.name, own.getAttribute("aria-checked") !== "true");
    else if (own) send(own.dataset.name, true);
  });
  root.addEventListener("input", (event) => {
    const field = event.target,
      name = field.dataset?.name;
    if (!name) return;
    if (field.type === "range") {
      const twin = field.parentElement.querySelector("input[type=number]");
      if (twin) twin.value = slid(field);
      later(name, slid(field), SOON);
    } else if (field.type === "number") {
      if (number_(field) !== null && field.checkValidity()) later(name, number_(field), TYPED);
    } else if (field.localName === "select") send(name, field.value, true);
    else later(name, field.value, TYPED);
  });
  root.addEventListener("change", (event) => {
    const field = event.target,
      name = field.dataset?.name;
    // a number out of range is sent all the same: the answer says what can be
    if (name && field.type === "number" && number_(field) !== null) later(name, number_(field), 0);
    sendTyped();
  });
  root.addEventListener("keydown", (event) => {
    const group = event.target.closest("[data-rove]");
    if (group && /^(Arrow|Home|End)/.test(event.key)) {
      const items = [...group.querySelectorAll("button")],
        here = items.indexOf(event.target),
        [r, c] = (event.target.dataset.value || "").split(",").map(Number);
      const [down, right] = {
        ArrowRight: [0, 1],
        ArrowLeft: [0, -1],
        ArrowDown: [1, 0],
        ArrowUp: [-1, 0],
      }[event.key] || [0, 0];
      // in a table a cell lies at its row and column; elsewhere one thing follows another
      const beside = group.dataset.cols
        ? items.find((i) => i.dataset.value === `${r + down},${c + right}`)
        : items[here + down + right];
      const next = event.key === "Home" ? items[0] : event.key === "End" ? items.at(-1) : beside;
      event.preventDefault();
      if (next) {
        items.forEach((i) => {
          i.tabIndex = i === next ? 0 : -1;
        });
        next.focus();
      }
    }
    // JupyterLab listens to single keys in command mode: what is typed here stays here
    if (
      event.target.closest("button, input, select, textarea, summary, .scroll, .diagram") &&
      event.key !== "Tab"
    )
      event.stopPropagation();
  });
  const stopTheme = followTheme(root),
    stopWatch = watchKernel(
      model,
      lost,
      "The laboratory has lost its kernel. Reload to go on with what is set.",
    ),
    stopDrag = dragging(root, (name, card, heap) => send(name, `${card}>${heap}`)),
    size = new ResizeObserver(() => strands(root));
  size.observe(root);
  model.on("change:stamp", draw);
  model.on("change:error", onError);
  draw();
  followLink(model);
  return () => {
    stopWatch();
    stopTheme();
    stopDrag();
    size.disconnect();
  };
}
export default { render: renderLab };
