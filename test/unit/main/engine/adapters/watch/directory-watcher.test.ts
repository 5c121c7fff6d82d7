import { createDirectoryWatcher } from '../../../../../../main/engine/adapters/watch/directory-watcher.ts';
import { watcherSuite } from '../../../../../suites/disk/watcher.ts';
import { openRealWatch } from '../../../../../support/engine/real-watch.ts';

watcherSuite('directory', () => openRealWatch(createDirectoryWatcher()));
