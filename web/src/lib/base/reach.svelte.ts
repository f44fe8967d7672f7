/** Whether the server answers. */

class Reach {
  /** Whether the last request has found no server. */
  lost = $state(false);
  /** Told of all that the server refuses, asked for or said at a table, with the code of its problem. */
  onrefused: (code: string) => void = () => undefined;
  /** Told when the server says at a table that there is something to hear about devices. */
  ondevices: () => void = () => undefined;
}

export const reach = new Reach();
