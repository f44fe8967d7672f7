/** Looks at once, every so many milliseconds, and when the page is seen again; never while nobody sees it. Returns the end. */
export function whileSeen(look: () => Promise<void>, everyMs: number): () => void {
  const seen = () => {
    if (document.visibilityState === 'visible') void look();
  };
  seen();
  const timer = setInterval(seen, everyMs);
  document.addEventListener('visibilitychange', seen);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', seen);
  };
}
