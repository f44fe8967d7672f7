declare module 'virtual:offline-module' {
  /** Where the WebAssembly module is; null where the page was built without it. */
  const url: string | null;
  export default url;
}
