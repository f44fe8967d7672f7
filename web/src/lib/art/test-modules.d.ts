/** As much of two untyped modules as the palette's test uses. */

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
  export function readFileSync(path: URL, encoding: 'utf8'): string;
}
