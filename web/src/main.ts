import '@fontsource-variable/signika/wght.css';
import './styles/tokens.css';
import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { installed } from './lib/installed.svelte';
import { push } from './lib/push.svelte';
import { remember } from './lib/prefs.svelte';
import { reach } from './lib/reach.svelte';

remember();
if (!navigator.onLine) reach.missed();
mount(App, { target: document.getElementById('app')! });
installed.keep();
void push.begin();
