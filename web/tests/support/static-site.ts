import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** A plain server of the files of a folder, under a path of its own. It knows nothing of the page. */
export class StaticSite {
  /** What was asked for and is not there. */
  readonly missing: string[] = [];
  /** Files with other contents than in the folder. */
  readonly changed = new Map<string, string>();
  #url = '';

  private constructor(
    private readonly folder: string,
    private readonly server: Server,
  ) {}

  static async start(path: string): Promise<StaticSite> {
    const folder = process.env.BRICKWOOD_SITE;
    if (!folder) throw new Error('BRICKWOOD_SITE has to say where `cargo xtask site` put the site');
    const server = createServer((request, response) => {
      void site.#file(request.url ?? '/', path).then(({ status, type, content }) => {
        response.writeHead(status, { 'content-type': type }).end(content);
      });
    });
    const site = new StaticSite(folder, server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (!address || typeof address === 'string') throw new Error('no address');
    site.#url = `http://127.0.0.1:${address.port}${path}`;
    return site;
  }

  get url(): string {
    return this.#url;
  }

  /** A file as it is in the folder. */
  read(name: string): Promise<string> {
    return readFile(join(this.folder, name), 'utf8');
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  async #file(url: string, path: string) {
    const { pathname } = new URL(url, 'http://localhost');
    const name = pathname.startsWith(path) ? pathname.slice(path.length) || 'index.html' : null;
    try {
      if (name === null) throw new Error('outside of the site');
      const content =
        this.changed.get(name) ?? (await readFile(join(this.folder, normalize(name))));
      return { status: 200, type: TYPES[extname(name)] ?? 'application/octet-stream', content };
    } catch {
      this.missing.push(pathname);
      return { status: 404, type: 'text/plain', content: 'There is no such file.' };
    }
  }
}
