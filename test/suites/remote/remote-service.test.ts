import { openServiceBench } from '../../support/engine/service-remote.ts';
import { remoteSuite } from './remote-suite.ts';

remoteSuite('the real service over HTTP', () => openServiceBench());
