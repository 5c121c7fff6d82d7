import type { ServiceTable } from '../wording.ts';
import { administration } from './service/administration.ts';
import { items } from './service/items.ts';
import { notes } from './service/notes.ts';
import { people } from './service/people.ts';
import { requests } from './service/requests.ts';
import { sharing } from './service/sharing.ts';

/** The sentences of services that people meet, by their English ones. */
export const service: ServiceTable = { ...items, ...notes, ...sharing, ...people, ...administration, ...requests };
