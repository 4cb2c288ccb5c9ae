/**
 * The widget: draws a view when `stamp` changes, sends the picked move and commands back, keeps the keyboard's place,
 * and says so when the kernel is gone. Parts are in cards.js, parts.js, zones.js, panels.js, theme.js and kernel.js, put before this file.
 */
let instances = 0;
const MOST_DRAWN_TOGETHER = 3,
  LEAN = 6; // pixels by which the cards at the ends of a fan hang lower

/** Puts markup in a part only if it changed, so that an unchanged part keeps its elements and its state. */
function fill(part, html) {
  if (part.cl === html) return;
  const open = new Set([...part.querySelectorAll("details[open]")].map((d) => d.dataset.key));
  part.innerHTML = part.cl = html;
  part.querySelectorAll("details").forEach((d) => {
    if (open.has(d.dataset.key)) d.open = true;
  });
}
/** What one draw needs to know. */
function context(model, ui) {
  const view = model.get("view"),
    chrome = model.get("chrome") || {},
    said = model.get("bubble");
  printWith(view.printed);
  const bubbleNow = said?.text && ui.dismissed !== model.get("stamp") ? said : null;
  const covered = coveredHands(view),
    sorted = sortChoices(view, covered);
  const now = view.zones.find((z) => z.layout === "trick") || null,
    holding = ui.hold?.key === trickKey(view),
    // somebody who looks back sees the trick that was just finished; it lies there
    finished = holding || (chrome.live === false && !now?.faces?.length) ? view.finished : null;
  const trickZone = finished
    ? { id: "trick", kind: "trick", layout: "trick", owner: null, ...finished }
    : now;
  const auction =
    (!finished && sorted.ladder.length > 0) ||
    (!!view.grid &&
      !!view.calls &&
      !trickZone?.faces?.length &&
      !view.choices.length &&
      !view.deal_over);
  const pickedCall =
    sorted.ladder.find((c) => c.move === ui.call && (c.legal || chrome.mode !== "show")) ||
    ((chrome.mode || "show") === "show" &&
      sorted.ladder
        .filter((c) => c.legal)
        .sort((a, b) => a.at[0] - b.at[0] || a.at[1] - b.at[1])[0]);
  return {
    call: pickedCall || null,
    view,
    chrome,
    sorted,
    covered,
    auction,
    finished,
    holding,
    open: ui.open,
    sounds: soundOn(),
    id: ui.id,
    bubble: bubbleNow,
    mode: chrome.mode || "show",
    trick: trickZone,
    where: view.layout.seats,
    answers: true,
    used: new Set(),
    seen: ui.seen,
    now: new Set(),
    picked: ui.picked,
    pickerMoves: new Set([...sorted.pickers.values()].flat().map((c) => c.move)),
    verbs: new Set(view.choices.map((c) => c.verb)).size,
  };
}
/** Says that the match is not saved, and why; once it is, says that to those who listen. Of a match that somebody else holds, says so. */
function savedSign(chrome, part) {
  if (chrome.watching)
    return `<p><strong>Watching</strong> <span>${esc(chrome.watching)} ${chrome.own ? `<a href="${esc(chrome.own)}" data-key="own">Start your own match</a>` : ""}</span></p>`;
  if (chrome.unsaved)
    return `<p><strong>Not saved</strong> <span>${esc(chrome.unsaved)} You can play on; the match is saved as soon as that is possible.</span></p>`;
  return part.cl ? `<span class="sr">The match can be saved again.</span>` : "";
}
/** One tab stop in each group: the element that had it, else the first that may be played. */
function rove(root, focusKey) {
  for (const group of root.querySelectorAll("[data-rove]")) {
    const items = [...group.querySelectorAll("button")];
    const stop =
      items.find((i) => i.dataset.key === focusKey) ||
      items.find((i) => i.classList.contains("up")) ||
      items.find((i) => i.getAttribute("aria-disabled") !== "true") ||
      items[0];
    items.forEach((i) => {
      i.tabIndex = i === stop ? 0 : -1;
    });
  }
}
/** Buttons outside a group are tab stops of their own. */
const strays = (root) =>
  root.querySelectorAll("button[tabindex='-1']").forEach((b) => {
    if (!b.closest("[data-rove]")) b.tabIndex = 0;
  });

/** Gives focus back to the same logical element; if it is gone, to the nearest thing that makes sense, never to the page. */
function refocus(root, held) {
  if (!held || (root.contains(document.activeElement) && document.activeElement !== root)) return;
  const find = (key) =>
    key && [...root.querySelectorAll("[data-key]")].find((e) => e.dataset.key === key);
  const target =
    find(held.key) ||
    (held.zone &&
      root.querySelector(`[data-zone="${CSS.escape(held.zone)}"] button[tabindex="0"]`)) ||
    root.querySelector("[data-command=next]") ||
    root.querySelector("[data-move][tabindex='0']") ||
    root.querySelector("[data-key=score]") ||
    root.querySelector("[data-key=felt]");
  target?.focus({ preventScroll: true });
}
const heldFocus = (root) => {
  const e = document.activeElement;
  return e && root.contains(e)
    ? { key: e.closest("[data-key]")?.dataset.key, zone: e.closest("[data-zone]")?.dataset.zone }
    : null;
};

/** What a button copies: the result with the link to its deal, or the link to this position. */
function copied(what, chrome) {
  const whole = (link) => (link ? new URL(link, location.href).href : "");
  if (what === "card")
    return {
      text: [chrome.card.text, whole(chrome.card.link)].filter(Boolean).join("\n"),
      done: "The result is copied.",
      key: "c:copy-card",
    };
  return {
    text: whole(chrome.share),
    done: "The link to this position is copied.",
    key: "c:share",
  };
}
function render({ model, el }) {
  const ui = {
      id: `cl${++instances}`,
      dismissed: null,
      picked: null,
      call: null,
      seen: new Set(),
      n: 0,
      open: new Set(),
      hold: null,
      before: null,
    },
    root = document.createElement("div");
  root.className = "cl-root cl-table";
  root.innerHTML = `${cardDefs(ui.id)}<div class="lost"></div><div class="unsaved" aria-live="polite"></div><div class="errors"></div><div class="strip"></div><div class="cols"><section class="board" aria-label="Table"><div class="stage"></div><div class="bar"></div></section><aside aria-label="Tricks and score"></aside></div><p class="sr" role="status" aria-live="polite"></p>`;
  el.append(root);
  const part = (name) =>
    root.querySelector(`:scope > .${name}, :scope > .cols > .board > .${name}`);
  const [lost, unsaved, errors, stripEl, stage, bar] = [
      "lost",
      "unsaved",
      "errors",
      "strip",
      "stage",
      "bar",
    ].map(part),
    aside = root.querySelector("aside"),
    status = root.querySelector("[role=status]");
  const send = (trait, value) => {
    model.set(trait, { ...value, n: ++ui.n + (Date.now() % 1e6) * 1000 });
    model.save_changes();
  };
  // a pick counts for the position that it was made at
  const pick = (move) => send("pick", { move, ply: model.get("chrome")?.timeline?.ply });
  const command = (name, more = {}) => send("command", { name, ...more });

  function draw() {
    const view = model.get("view");
    if (!view?.seats) {
      stage.innerHTML = `<p class="soft waiting">The table is being laid …</p>`;
      return;
    }
    const held = heldFocus(root),
      t = context(model, ui);
    fill(stripEl, strip(t));
    const lies =
        t.holding ||
        !view.deal_over ||
        view.choices.length ||
        view.zones.some((z) => facesOf(z).length),
      felted = lies ? felt(t) : "",
      score = view.deal_over && !t.holding ? scorePage(t) : "";
    fill(stage, score + felted);
    fill(bar, controls(t));
    fill(aside, sidePanels(t));
    const words = model.get("error");
    fill(errors, words ? `<div class="alert" role="alert">${esc(words)}</div>` : "");
    fill(unsaved, savedSign(t.chrome, unsaved));
    rove(root, held?.key);
    strays(root);
    const first = stage.querySelector(".first h3");
    if (first && !ui.scored && held) {
      first.focus({ preventScroll: true });
      first.scrollIntoView({ block: "nearest" });
    }
    ui.scored = !!first;
    refocus(root, held);
    const ear = t.auction ? spokenBid : spoken,
      line = t.holding
        ? spoken([t.finished.text, t.finished.more, goesOn(t)].filter(Boolean).join(" "))
        : t.bubble
          ? ear([t.bubble.text, t.bubble.do].filter(Boolean).join(" "))
          : first
            ? spoken([view.summary?.title, view.summary?.how].filter(Boolean).join(" "))
            : ear([view.log?.at(-1), view.prompt].filter(Boolean).join(" "));
    const coached = t.chrome.coach?.asks ? "" : (t.chrome.coach?.text || []).join(" ");
    if (coached && coached !== ui.coached) status.textContent = spoken(coached);
    else if (status.textContent !== line) status.textContent = line;
    if (coached) ui.coached = coached;
    // the same frame stays as it was drawn while a trick is held: its last card has flown in
    if (!t.holding) ui.seen = t.now;
    root.classList.toggle("open-sets", ui.open.has("sets"));
    root.classList.toggle("auctioning", t.auction);
    root.classList.toggle("branch", !!t.chrome.branch);
    fit(view);
    root.toggleAttribute("data-busy", !!t.chrome.busy);
    root.dataset.stamp = model.get("stamp");
    root.dataset.ready = "";
  }
  /** Draws the table together until the own hand lies in the window; in one deal it never grows again, so that nothing jumps. */
  function fit(view) {
    const box = root.getBoundingClientRect(),
      room = [view.deal, innerHeight, Math.round(box.width), Math.round(box.top + scrollY)].join();
    if (!box.width) return;
    if (ui.fitted?.room !== room) ui.fitted = { room, level: 0 };
    const foot = () =>
      Math.max(
        0,
        ...[...root.querySelectorAll(".s .fan, .s .ownzones, .s .mine, .say2")].map(
          (e) => e.getBoundingClientRect().bottom + scrollY,
        ),
      );
    const page = !!document.querySelector("main#content");
    for (let level = ui.fitted.level; level <= MOST_DRAWN_TOGETHER; level++) {
      if (level) root.dataset.fit = level;
      else delete root.dataset.fit;
      ui.fitted.level = level;
      if (!page || foot() + LEAN <= innerHeight) break;
    }
    // long lists of choices scroll where the table is smallest: they get what the window has left
    root.style.setProperty("--left", "0px");
    const left = Math.floor(innerHeight - LEAN - foot());
    if (page && left > 0) root.style.setProperty("--left", `${left}px`);
  }
  /** Something has changed: the end of a trick is held before what comes after it is drawn. */
  function onStamp() {
    const view = model.get("view"),
      chrome = model.get("chrome") || {};
    if (!view?.seats) return draw();
    if (ui.hold && ui.hold.key !== trickKey(view)) {
      // a bot was quicker than the hold: it is drawn when the trick was seen
      if ((chrome.timeline?.length ?? 0) > ui.before.length && chrome.live !== false) return;
      stopHold();
    }
    const begins = !ui.hold && endsTrick(view, chrome, ui.before);
    // what an earlier page of this table kept waiting is not waited for any more
    if (!ui.before && !begins && chrome.busy) command("go-on");
    note(view, chrome);
    if (begins) {
      ui.hold = { key: trickKey(view) };
      draw();
      ui.hold = holdTrick(
        root,
        view,
        chrome,
        (name) => command(name),
        () => {
          sound("trick");
          ui.hold = null;
          onStamp();
        },
      );
    } else draw();
  }
  /** What this table has shown, to tell what is new. */
  function note(view, chrome) {
    const length = chrome.timeline?.length ?? 0;
    if (ui.before && length > ui.before.length) sound("card");
    const told = model.get("bubble");
    if (ui.before && told?.text && told.legal === false && told !== ui.before.told)
      sound("refusal");
    ui.before = { length, trick: trickKey(view), told };
  }
  function stopHold() {
    ui.hold?.end?.();
    ui.hold = null;
  }
  /** Picks out the rows of a card that can be played in more than one way. */
  function choose(code) {
    ui.picked = code;
    draw();
    const first = [...root.querySelectorAll(".opt")].find((o) => o.dataset.for === code);
    if (first) {
      first.focus({ preventScroll: true });
      first.scrollIntoView({ block: "nearest" });
    }
  }
  function onClick(event) {
    const target = event.target,
      opens = target.closest("[data-open]")?.dataset.open;
    if (opens) {
      if (opens === "sound") switchSound();
      else if (!ui.open.delete(opens)) ui.open.add(opens);
      draw();
      return;
    }
    if (ui.hold) {
      const moves = target.closest(
        "[data-move], [data-makes], [data-picks], [data-command], [data-also]",
      );
      if (!moves) {
        if (target.closest(".felt")) ui.hold.tap();
        return;
      }
      // whoever goes on to play has seen it
      command("go-on");
      stopHold();
      draw();
    }
    const copies = target.closest("[data-copy]")?.dataset.copy;
    if (copies) {
      copyOut(root, status, copied(copies, model.get("chrome")));
      return;
    }
    const move = target.closest("[data-move]"),
      tool = target.closest("[data-command]"),
      picks = target.closest("[data-picks]"),
      lying = target.closest("[data-card]"),
      call = target.closest("[data-call]"),
      shut = target.closest(".backs[data-zone]"),
      also = target.closest("[data-also]");
    const rung = target.closest("[data-ladder]"),
      makes = target.closest("[data-makes]");
    if (rung) {
      ui.call = rung.dataset.move;
      draw();
    } else if (makes) {
      ui.call = null;
      pick(makes.dataset.makes);
    } else if (move) {
      ui.picked = null;
      pick(move.dataset.move);
    } else if (picks) choose(picks.dataset.picks);
    else if (also) pick(also.dataset.also);
    else if (call) command("why", { move: call.dataset.call });
    else if (shut) command("tap", { card: "??", zone: shut.dataset.zone });
    else if (lying)
      command("tap", {
        card: lying.dataset.card,
        zone: lying.closest("[data-zone]")?.dataset.zone || "",
      });
    else if (tool && tool.localName === "button" && tool.getAttribute("aria-disabled") !== "true")
      command(
        tool.dataset.command,
        tool.dataset.value
          ? { [tool.dataset.arg || tool.dataset.command]: tool.dataset.value }
          : {},
      );
    else if (tool?.dataset.command === "goto") {
      const box = tool.getBoundingClientRect(),
        style = getComputedStyle(tool),
        left = parseFloat(style.paddingLeft),
        inner = box.width - left - parseFloat(style.paddingRight);
      goto_(
        tool,
        Math.round(((event.clientX - box.left - left) / inner) * Number(tool.ariaValueMax)),
      );
    }
  }
  function goto_(slider, ply) {
    const at = Math.max(0, Math.min(Number(slider.ariaValueMax), ply));
    if (at !== Number(slider.ariaValueNow)) command("goto", { ply: at });
  }
  function onChange(event) {
    const name = event.target.dataset?.command;
    if (name === "seed") {
      const seed = Number.parseInt(event.target.value, 10);
      if (Number.isSafeInteger(seed) && seed >= 0) command("seed", { seed });
    } else if (name === "pace") command("pace", { pace: Number(event.target.value) });
    else if (name === "bots") command("bots", { bots: event.target.value });
    else if (name === "coach") command("coach", { coach: event.target.value });
  }
  function onKey(event) {
    const target = event.target,
      { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (
      ui.hold &&
      (key === "Enter" || key === " ") &&
      !target.closest("select, input, .strip, .bar")
    ) {
      ui.hold.tap();
      event.preventDefault();
      return;
    }
    if (key === "Escape" && model.get("bubble")?.text && ui.dismissed !== model.get("stamp")) {
      ui.dismissed = model.get("stamp");
      draw();
      event.preventDefault();
      return;
    }
    if (key.toLowerCase() === "p" && target.closest(".calling")) {
      const pass = [...root.querySelectorAll(".say2 [data-move]")].find(
        (b) => b.dataset.move === "pass",
      );
      if (pass) pick("pass");
      event.preventDefault();
      return;
    }
    if (key === "Enter" && target.dataset.key === "score") {
      root.querySelector(".first .btn.main")?.click();
      event.preventDefault();
      return;
    }
    if (key === "?" && target.closest("[data-move]")) {
      command("why", { move: target.closest("[data-move]").dataset.move });
      event.preventDefault();
      return;
    }
    if (target.dataset.command === "goto") {
      const now = Number(target.ariaValueNow),
        to = {
          ArrowLeft: now - 1,
          ArrowDown: now - 1,
          ArrowRight: now + 1,
          ArrowUp: now + 1,
          PageDown: now - 10,
          PageUp: now + 10,
          Home: 0,
          End: Number(target.ariaValueMax),
        }[key];
      if (to !== undefined) {
        goto_(target, to);
        event.preventDefault();
      }
      return;
    }
    if (/^(Arrow|Home|End)/.test(key) && target.localName === "button") moveInside(event);
  }
  // JupyterLab listens to single keys in command mode: what is typed in the table stays in the table
  const quiet = (event) => {
    if (event.target.closest("button, input, select, [role=slider]") && event.key !== "Tab")
      event.stopPropagation();
  };
  root.addEventListener("click", onClick);
  root.addEventListener("change", onChange);
  root.addEventListener("keydown", (event) => {
    onKey(event);
    quiet(event);
  });

  const onError = () =>
    fill(
      errors,
      model.get("error") ? `<div class="alert" role="alert">${esc(model.get("error"))}</div>` : "",
    );
  const stopTheme = followTheme(root),
    stopWatch = watchKernel(model, lost, "The table has lost its kernel. Nothing is lost: reload.");
  // nothing else has the keyboard: Space and Enter go on
  const onPageKey = (event) => {
    if (ui.hold && event.target === document.body) onKey(event);
  };
  document.addEventListener("keydown", onPageKey);
  const onSize = () => {
    const view = model.get("view");
    if (view?.seats) fit(view);
  };
  // also when the page that hid it lets it be seen
  const sized = new ResizeObserver(onSize);
  sized.observe(root);
  window.addEventListener("resize", onSize);
  model.on("change:stamp", onStamp);
  model.on("change:error", onError);
  onStamp();
  followLink(model);
  return () => {
    document.removeEventListener("keydown", onPageKey);
    sized.disconnect();
    window.removeEventListener("resize", onSize);
    stopHold();
    stopWatch();
    stopTheme();
  };
}
/** Arrow keys inside a group: along a hand, or up and down a ladder by what lies nearest. */
function moveInside(event) {
  const group = event.target.closest("[data-rove]");
  if (!group) return;
  const items = [...group.querySelectorAll("button")],
    here = items.indexOf(event.target);
  const next =
    event.key === "Home"
      ? items[0]
      : event.key === "End"
        ? items.at(-1)
        : group.dataset.cols
          ? nearest(items, event.target, event.key)
          : items[here + (/Right|Down/.test(event.key) ? 1 : -1)];
  event.preventDefault();
  if (!next) return;
  items.forEach((i) => {
    i.tabIndex = i === next ? 0 : -1;
  });
  next.focus();
}
function nearest(items, from, key) {
  const a = from.getBoundingClientRect(),
    mid = (r) => [r.left + r.width / 2, r.top + r.height / 2],
    [x, y] = mid(a),
    across = /Left|Right/.test(key),
    sign = /Right|Down/.test(key) ? 1 : -1;
  let best = null,
    least = Infinity;
  for (const item of items) {
    const [u, v] = mid(item.getBoundingClientRect()),
      along = sign * (across ? u - x : v - y),
      off = Math.abs(across ? v - y : u - x);
    if (along < 4 || (across && off > a.height / 2)) continue;
    const cost = along + 2 * off;
    if (cost < least) {
      least = cost;
      best = item;
    }
  }
  return best;
}
export default { render };
