/** What the pages of one browser tell each other: that its owner has sat down at a table. */

const NAME = 'brickwood';

/** Tells the other pages that this browser has a seat at a table now, and perhaps a new cookie. */
export function tellOtherTabs(table: string): void {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(table);
  channel.close();
}

/** Listens for news of a table until the function that it returns is called. */
export function listenToOtherTabs(table: string, seated: () => void): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === table) seated();
  };
  return () => {
    channel.close();
  };
}
