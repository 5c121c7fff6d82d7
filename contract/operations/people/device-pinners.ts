import { z } from 'zod';
import { empty, operation } from '../../operation.ts';
import { direction } from '../../request-fields.ts';
import { devicePinner, devicePinners } from '../../resources/people/device-pinner.ts';
import { markerQuery, pathId } from '../parameters.ts';

const scope = ['manage_enterprise_properties'] as const;
const params = z.object({ device_pinner_id: pathId });
const errors = ['not_found', 'access_denied_insufficient_permissions'] as const;

export const listDevicePinners = operation({
  name: 'listDevicePinners',
  summary: 'Lists the devices that people of the enterprise are signed in on.',
  method: 'GET',
  path: '/enterprises/{enterprise_id}/device_pinners',
  params: z.object({ enterprise_id: pathId }),
  query: markerQuery.safeExtend({ direction: direction.optional() }),
  answers: { 200: { kind: 'json', schema: devicePinners } },
  errors: ['invalid_limit', 'invalid_parameter', ...errors],
  scope,
});

export const getDevicePinner = operation({
  name: 'getDevicePinner',
  summary: 'Gets a device that a person is signed in on.',
  method: 'GET',
  path: '/device_pinners/{device_pinner_id}',
  params,
  answers: { 200: { kind: 'json', schema: devicePinner } },
  errors,
  scope,
});

export const deleteDevicePinner = operation({
  name: 'deleteDevicePinner',
  summary: 'Removes a device and ends every sign-in on it.',
  method: 'DELETE',
  path: '/device_pinners/{device_pinner_id}',
  params,
  answers: { 204: empty },
  errors,
  scope,
});
