/** As much of untyped modules as tests use. */

declare module 'culori' {
  export type Color = { readonly mode: string } | string;
  export type Filter = (color: Color) => Color;
  export function differenceCiede2000(): (a: Color, b: Color) => number;
  export function filterDeficiencyDeuter(severity: number): Filter;
  export function filterDeficiencyProt(severity: number): Filter;
  export function filterDeficiencyTrit(severity: number): Filter;
  export function wcagContrast(a: Color, b: Color): number;
}

// The page's own code is checked without Node's types, for it does not run there.
declare module 'node:fs' {
  export interface Entry {
    readonly name: string;
    isDirectory(): boolean;
  }
  export function readFileSync(path: URL | string, encoding: 'utf8'): string;
  export function readdirSync(path: string): string[];
  export function readdirSync(path: string, options: { withFileTypes: true }): Entry[];
}
declare module 'node:path' {
  export function basename(path: string, ending: string): string;
  export function join(...parts: string[]): string;
}
declare module 'node:url' {
  export function fileURLToPath(url: URL): string;
}
