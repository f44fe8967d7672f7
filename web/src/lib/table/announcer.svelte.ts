/** Says things aloud through live regions. The same words twice are heard twice. */
export class Announcer {
  polite = $state('');
  assertive = $state('');

  /** Says something when there is a pause. */
  say(text: string): void {
    if (text) this.polite = renewed(text, this.polite);
  }

  /** Says something at once. */
  call(text: string): void {
    if (text) this.assertive = renewed(text, this.assertive);
  }
}

/** A live region is read only when it changes: a trailing space that nobody hears is a change. */
function renewed(text: string, before: string): string {
  return text === before ? `${text}\u00a0` : text;
}
