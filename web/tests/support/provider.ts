import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';

import type { Page } from '@playwright/test';
import { Provider as Oidc } from 'oidc-provider';

/** What the provider has given to the site. */
export const CLIENT = { id: 'brickwood', secret: 'only-of-this-test-0123456789' };

/** A provider of OpenID Connect on this machine, which lets in whoever says who they are. */
export class Provider {
  private constructor(
    readonly issuer: string,
    private readonly http: HttpServer,
  ) {}

  /** Starts one for a site with pages of this origin. */
  static async start(port: number, site: string): Promise<Provider> {
    // Not the name by which the site is reached: what a browser keeps for the one is not for the other.
    const issuer = `http://127.0.0.1:${port}`;
    const oidc = new Oidc(issuer, {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [`${site}/api/oidc/callback`],
        },
      ],
      cookies: { keys: ['only of this test'] },
      pkce: { required: () => true },
    });
    const http = oidc.listen(port, '127.0.0.1');
    await once(http, 'listening');
    return new Provider(issuer, http);
  }

  /** Says who one is on its pages, and goes on. */
  async comeIn(page: Page, name: string): Promise<void> {
    await page.waitForURL(`${this.issuer}/**`);
    await page.locator('input[name=login]').fill(name);
    await page.locator('input[name=password]').fill('anything');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
  }

  async stop(): Promise<void> {
    this.http.closeAllConnections();
    this.http.close();
    await once(this.http, 'close');
  }
}
