import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the JavaScript heap close to what lives in it. V8 lets the young generation grow to 128 MB while much is made and dropped,
 * and the old one to several times what was alive, which a first sync does for minutes; in the background of somebody's work that
 * memory is worth more than the few per cent of time that collecting it more often costs. Called before anything else runs: what
 * it has grown to stays.
 */
export function keepHeapSmall(): void {
  // The young generation stays as it is.
  setFlagsFromString('--semi-space-growth-factor=1');
  // The old one is collected when it is half as large again as what was alive the last time.
  setFlagsFromString('--heap-growing-percent=50');
}
