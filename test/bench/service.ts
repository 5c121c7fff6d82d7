import type { Figure } from './figure.ts';
import { openBenchPlace } from './service/bench-place.ts';
import { benchLargeContent } from './service/large-content.ts';
import { benchReads } from './service/reads.ts';
import { benchSearch } from './service/search.ts';
import { benchSmallUploads } from './service/small-uploads.ts';
import { benchWakeUp } from './service/wake-up.ts';

/** The service on one core of this machine, each figure beside a limit that was measured in the same run. */
export async function benchService(say: (text: string) => void): Promise<readonly Figure[]> {
  const place = await openBenchPlace();
  try {
    say('small uploads');
    const small = await benchSmallUploads(place);
    say('1 GiB up and down');
    const large = await benchLargeContent(place);
    say('listings and single items');
    const reads = await benchReads(place);
    say('long polls');
    const waking = await benchWakeUp(place);
    say('searches of 100,000 items');
    const searches = await benchSearch();
    return [...small, ...large, ...reads, ...waking, ...searches];
  } finally {
    await place.close();
  }
}
