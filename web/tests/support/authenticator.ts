import type { CDPSession, Page } from '@playwright/test';

/** A passkey as Chromium has it. */
type Credential = Awaited<ReturnType<typeof credentialsOf>>[number];

async function credentialsOf(session: CDPSession, authenticatorId: string) {
  const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId });
  return credentials;
}

/** An authenticator in a page, which says yes to everything. */
export class Authenticator {
  private constructor(
    private readonly session: CDPSession,
    private readonly id: string,
  ) {}

  /** Adds one to a page, with these passkeys. */
  static async in(page: Page, credentials: readonly Credential[] = []): Promise<Authenticator> {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    for (const credential of credentials) {
      await session.send('WebAuthn.addCredential', { authenticatorId, credential });
    }
    return new Authenticator(session, authenticatorId);
  }

  /** Its passkeys, as another device gets them that shares them. */
  credentials(): Promise<Credential[]> {
    return credentialsOf(this.session, this.id);
  }
}
