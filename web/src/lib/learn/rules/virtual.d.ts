/** Made by `plugins/rules` from `docs/rules`: what loads the rules, by language. Each is a file of its own. */
declare module 'virtual:rules' {
  type Load = () => Promise<{ readonly default: import('./reference').Reference }>;
  const rules: Readonly<Record<string, Load>>;
  export default rules;
}
