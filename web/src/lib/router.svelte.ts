/** Which page is shown, by the address. */

/** A page. */
export type Route =
  | { readonly page: 'home' }
  | { readonly page: 'new' }
  | { readonly page: 'table'; readonly id: string }
  | { readonly page: 'unknown' };

/** The page at an address. */
export function routeOf(pathname: string): Route {
  if (pathname === '/' || pathname === '') return { page: 'home' };
  if (pathname === '/new') return { page: 'new' };
  const table = /^\/t\/([^/]+)\/?$/.exec(pathname);
  return table?.[1] ? { page: 'table', id: decodeURIComponent(table[1]) } : { page: 'unknown' };
}

/** The address of a table. */
export function tablePath(id: string): string {
  return `/t/${encodeURIComponent(id)}`;
}

class Router {
  route = $state.raw<Route>(routeOf(typeof location === 'undefined' ? '/' : location.pathname));

  /** Follows the browser's back and forward, and clicks on links within the page. */
  listen(): () => void {
    const moved = () => {
      this.route = routeOf(location.pathname);
    };
    const clicked = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const plain =
        event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
      if (!link || !plain || link.origin !== location.origin || link.target) return;
      if (routeOf(link.pathname).page === 'unknown') return;
      event.preventDefault();
      this.go(link.pathname);
    };
    addEventListener('popstate', moved);
    document.addEventListener('click', clicked);
    return () => {
      removeEventListener('popstate', moved);
      document.removeEventListener('click', clicked);
    };
  }

  /** Goes to an address of this page. */
  go(pathname: string): void {
    history.pushState(null, '', pathname);
    this.route = routeOf(pathname);
    scrollTo(0, 0);
  }
}

/** The one router. */
export const router = new Router();
