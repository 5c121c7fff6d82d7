import { expect, test } from 'vitest';
import { sdkClient } from '../../support/service/callers/sdk-client.ts';
import { givenDevicePin } from '../../support/service/device-pins.ts';
import { startTestService } from '../../support/service/service.ts';

test('the public SDK lists, gets and deletes device pins', async () => {
  await using service = await startTestService();
  const { devicePinners } = sdkClient(service, service.person.token);
  const ids = [];
  for (let at = 0; at < 3; at += 1) ids.push(await givenDevicePin(service.service, service.person.id, 'Phone'));

  const enterprise = service.service.settings.enterprise.id;
  const page = await devicePinners.getEnterpriseDevicePinners(enterprise, {
    queryParams: { limit: 2, direction: 'DESC' },
  });
  expect(page.entries?.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
  expect([page.nextMarker, page.limit]).toEqual([Number(ids[1]), 2]);
  const marker = String(page.nextMarker);
  const next = await devicePinners.getEnterpriseDevicePinners(enterprise, {
    queryParams: { marker, limit: 2, direction: 'DESC' },
  });
  expect([next.entries?.map(({ id }) => id), next.nextMarker]).toEqual([[ids[0]], undefined]);

  const pin = await devicePinners.getDevicePinnerById(ids[0] ?? '');
  expect([pin.productName, pin.ownedBy?.login]).toEqual(['Phone', service.person.login]);
  await devicePinners.deleteDevicePinnerById(ids[0] ?? '');
  await expect(devicePinners.getDevicePinnerById(ids[0] ?? '')).rejects.toMatchObject({
    responseInfo: { statusCode: 404 },
  });
});
