import { mount } from 'svelte';

import './fonts.css';
import './theme.css';
import './app.css';
import App from './App.svelte';
import { loadMessages } from './lib/base/language/messages';
import { startLanguage } from './lib/base/language/start';
import { router } from './lib/base/router.svelte';
import { settings } from './lib/base/settings.svelte';
import { brought } from './lib/base/transport/brought';
import { prefetch } from './pages/load';
import Unreachable from './pages/Unreachable.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('the page has no place for the app');

settings.start();
startLanguage(settings.language);
prefetch(router.route);
void Promise.all([earlyNotes(), loadMessages('page')]).then(
  ([early]) => mount(App, { target, props: { early } }),
  () => mount(Unreachable, { target }),
);

/** What the host of the site tells all is there from the first frame, so that nothing moves. */
async function earlyNotes() {
  const { site } = brought();
  if (!site?.closed && !site?.notice) return undefined;
  const { notes } = await import('./lib/people/moderation/parts');
  await notes.begin();
  return notes;
}
