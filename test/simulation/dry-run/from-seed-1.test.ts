import { rehearseStatesFrom } from './every-state.ts';

await rehearseStatesFrom(1);
