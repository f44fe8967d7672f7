/** Made by `plugins/rules` from `docs/rules`. Import it when it is needed: it is a file of its own. */
declare module 'virtual:rules' {
  const reference: import('./reference').Reference;
  export default reference;
}
