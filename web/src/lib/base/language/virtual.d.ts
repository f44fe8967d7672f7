/**
 * Made by `plugins/messages` from `src/messages`: what loads a catalog, by language and area. What messages there are
 * stands in `generated/messages.d.ts`.
 */
declare module 'virtual:messages' {
  import type { Message } from './messages';

  type Load = () => Promise<{ readonly default: Readonly<Record<string, Message>> }>;
  const catalogs: Readonly<Record<string, Readonly<Record<Area, Load>>>>;
  export default catalogs;
}

/** The same for the languages that nobody speaks. */
declare module 'virtual:messages-pseudo' {
  export { default } from 'virtual:messages';
}
