/** An invitation to a table, as the bar at the end of the window shows it. */
export interface Invitation {
  /** Names it among all that are shown. */
  readonly id: string;
  /** Who invites, or to what. */
  readonly text: string;
  /** What the button says that leads there. */
  readonly action: string;
  /** Where it leads. */
  readonly href: string;
  /** It is taken, or put away. */
  readonly onclose: () => void;
}
