/** The documentation that a server has where its site says so. */

const DOCS = '/docs/';

/** The pages that the page leads to. */
export const PAGES = { first: '', host: 'book/host.html' } as const;

export function docsPath(page: keyof typeof PAGES): string {
  return DOCS + PAGES[page];
}
