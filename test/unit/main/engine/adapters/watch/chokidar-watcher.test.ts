import { createChokidarWatcher } from '../../../../../../main/engine/adapters/watch/chokidar-watcher.ts';
import { watcherSuite } from '../../../../../suites/disk/watcher.ts';
import { openRealWatch } from '../../../../../support/engine/real-watch.ts';

watcherSuite('chokidar', () => openRealWatch(createChokidarWatcher()));
