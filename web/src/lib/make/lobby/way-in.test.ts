import { describe, expect, it } from 'vitest';

import type { Addresses } from '../../base/protocol';
import { linkParts, wayIn } from './way-in';

const at = (origin: string) => new URL(origin);
const LOOPBACK = ['http://127.0.0.1:7878', 'http://localhost:7878', 'http://[::1]:7878'];
const HOME = 'http://192.168.1.24:7878';
const VPN = 'http://10.8.0.2:7878';
const flags = { can_close: true, unvisited: false };
const network: Addresses = { type: 'network', urls: [HOME, VPN], ...flags };
const machine: Addresses = { type: 'machine', can_open: true, command: 'brickwood --host 0.0.0.0' };
const open: Addresses = { type: 'public', url: 'https://play.example' };

describe('the way in', () => {
  it('is never an address of the machine itself', () => {
    for (const origin of LOOPBACK) {
      for (const known of [network, machine, open, null]) {
        const way = wayIn(known, at(origin));
        expect(way && 'origins' in way ? way.origins : []).not.toContain(origin);
      }
    }
  });

  it('is the home network where the page is open at the machine, the likeliest address first', () => {
    for (const origin of LOOPBACK) {
      expect(wayIn(network, at(origin))).toEqual({ kind: 'home', origins: [HOME, VPN] });
    }
  });

  it('is the address by which somebody came, before the others', () => {
    expect(wayIn(network, at(VPN))).toEqual({ kind: 'home', origins: [VPN, HOME] });
    expect(wayIn(network, at(HOME))).toEqual({ kind: 'home', origins: [HOME, VPN] });
    for (const known of [null, machine]) {
      const way = wayIn(known, at('https://tunnel.example'));
      expect(way).toEqual({ kind: 'public', origins: ['https://tunnel.example'] });
    }
    for (const origin of ['http://den.local:7878', 'http://[fd00::7]:7878', 'http://172.20.0.9']) {
      expect(wayIn(null, at(origin))).toEqual({ kind: 'home', origins: [origin] });
    }
    const far = wayIn(null, at('http://203.0.113.5:7878'));
    expect(far).toEqual({ kind: 'public', origins: ['http://203.0.113.5:7878'] });
  });

  it('is the public address wherever the page is open', () => {
    for (const origin of [...LOOPBACK, HOME, 'https://play.example']) {
      expect(wayIn(open, at(origin))).toEqual({ kind: 'public', origins: [open.url] });
    }
  });

  it('is closed where only the machine can connect, and unknown until the server has said', () => {
    for (const origin of LOOPBACK) {
      const { command } = machine;
      expect(wayIn(machine, at(origin))).toEqual({ kind: 'machine', canOpen: true, command });
      expect(wayIn(null, at(origin))).toBeNull();
      expect(wayIn({ ...network, urls: [] }, at(origin))).toEqual({ kind: 'alone' });
    }
  });
});

it('a link falls into its start, its host and its rest', () => {
  for (const link of [`${HOME}/t/a`, 'http://[fd00::7]:7878/t/a', 'https://play.example/t/a']) {
    expect(linkParts(link).join('')).toBe(link);
  }
  expect(linkParts(`${HOME}/t/a`)).toEqual(['http://', '192.168.1.24:7878', '/t/a']);
});
