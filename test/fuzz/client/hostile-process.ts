import { openChance } from '../../simulation/world/chance.ts';
import { startHostileService } from './hostile-service.ts';

/** The hostile service as a process of its own, so that the memory of the client is measured alone; ends with its parent. */
const service = await startHostileService(openChance(Number(process.argv[2]), 'lies'));
process.on('message', () => {
  const { stolen, byOperation } = service;
  process.send?.({ answered: service.answered(), stolen, operations: byOperation.size });
});
process.on('disconnect', () => process.exit());
process.send?.({ baseUrl: service.baseUrl, uploadUrl: service.uploadUrl });
