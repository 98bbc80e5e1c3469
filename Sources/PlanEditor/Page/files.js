/** The file of the document: what of it the page knows, and what goes into it. */
class Files {
  /** The changes that can still be undone when the page has begun again. */
  static kept = 50;

  constructor(editor) {
    const { file, revision } = editor.page;
    // Contents of the file, by all that this page knows.
    Object.assign(this, { editor, file, revision, saved: [...editor.states], isSaving: false, attempts: 0, isLeaving: false });
    this.resume();
    addEventListener("beforeunload", (event) => {
      // Text that is being typed counts.
      document.activeElement?.blur();
      if (this.unsaved.length && !this.isLeaving) event.preventDefault();
    });
    for (const name of ["focus", "visibilitychange"]) addEventListener(name, () => this.look(), true);
  }

  /** The states that are lost when the page is left, with the numbers of their plans. */
  get unsaved() {
    return [...this.editor.states.entries()].filter(([index, state]) => state !== this.saved[index]);
  }

  /** Begins the page again with other backgrounds, and with all that is not saved; returns why not. */
  async rebegin(change) {
    const { editor, file, revision } = this;
    const { error } = await editor.post("background", change);
    if (error) return error;
    const { active, holds } = editor;
    const past = editor.past.slice(-Files.kept);
    sessionStorage.setItem("unsaved", JSON.stringify({ file, revision, active, holds, past, unsaved: this.unsaved }));
    this.isLeaving = true;
    location.reload();
    return null;
  }

  /** Goes on with what was not saved when the page began again. */
  resume() {
    const { editor } = this;
    const { file, revision, active, holds, past, unsaved } = JSON.parse(sessionStorage.getItem("unsaved") ?? "{}");
    sessionStorage.removeItem("unsaved");
    if (revision !== this.revision || file !== this.file) return;
    for (const [index, state] of unsaved) editor.states[index] = state;
    Object.assign(editor, { active, holds, past });
  }

  /** Saves over the revision that the page knows, or under another name, with which the page goes on. */
  async save(name) {
    if (this.isSaving) return;
    const { editor, file, revision } = this;
    if (editor.outline.isBegun) {
      return editor.panel.showSaved("The outline is not closed: click its first corner again, or press Clear.", null, true);
    }
    const states = [...editor.states];
    this.isSaving = true;
    this.attempts += 1;
    const answer = await editor.post("save", { file, revision, ...(name !== undefined && { name }) });
    this.isSaving = false;
    if (answer.error) {
      editor.panel.showSaved(answer.error, null, true);
      if (answer.elsewhere !== undefined) editor.panel.showElsewhere(answer.elsewhere);
      return;
    }
    Object.assign(this, { saved: states, file: answer.file, revision: answer.revision });
    if (name !== undefined) {
      history.replaceState(null, "", `?file=${encodeURIComponent(answer.file)}`);
      if (editor.page.isBuilding) editor.panel.showTitle(answer.file);
    }
    const saved = `Saved ${answer.paths.join(" and ")}.`;
    const without = editor.floors.unplaced;
    if (without.length) return editor.panel.showSaved(`${saved} Not placed yet: ${without.join(", ")}.`, null, false);
    editor.panel.showSaved(`${saved} This builds the tiles:`, answer.command, false);
  }

  /** Tells when another page or program has changed the file. */
  async look() {
    const { editor, file, revision, attempts } = this;
    if (document.hidden || this.isSaving) return;
    const answer = await fetch(`revision.json?mode=${editor.state.mode}&file=${encodeURIComponent(file)}`)
      .then((found) => (found.ok ? found.json() : null), () => null);
    // A message of saving is newer.
    if (!answer || this.attempts !== attempts || this.revision !== revision || answer.revision === revision) return;
    editor.panel.showSaved(
      "Another page or program has changed the file. What is on this page stays until you leave it.", null, true);
    editor.panel.showElsewhere(answer.elsewhere);
  }
}
