/** Whether the server answers. */

class Reach {
  /** Whether the last request has found no server. */
  lost = $state(false);
}

export const reach = new Reach();
