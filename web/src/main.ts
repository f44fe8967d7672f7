import { mount } from 'svelte';

import './fonts.css';
import './theme.css';
import './app.css';
import App from './App.svelte';
import { loadMessages } from './lib/language/messages';
import { startLanguage } from './lib/language/start';
import { router } from './lib/router.svelte';
import { settings } from './lib/settings.svelte';
import { prefetch } from './pages/load';
import Unreachable from './pages/Unreachable.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('the page has no place for the app');

settings.start();
startLanguage(settings.language);
prefetch(router.route);
void loadMessages('page').then(
  () => mount(App, { target }),
  () => mount(Unreachable, { target }),
);
