// The pictures of the rules, by the names the texts call them by.
import type { Pictures } from '@/boards';
import City from './City.svelte';
import Station from './Station.svelte';
import Tour from './Tour.svelte';
import Tunnel from './Tunnel.svelte';

export default { city: City, tunnel: Tunnel, station: Station, tour: Tour } satisfies Pictures;
