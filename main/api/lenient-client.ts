import type { Operation } from '../../contract/operation.ts';
import type { ApiClient } from './api-client.ts';
import { readableOperation } from './requests/readable-form.ts';

/** The same client, reading answers as leniently as what it shows can bear (`readableOperation`). */
export function lenientClient(client: ApiClient): ApiClient {
  const readable = new Map<Operation, Operation>();
  const formOf = <O extends Operation>(operation: O): O => {
    const form = readable.get(operation) ?? readableOperation(operation);
    readable.set(operation, form);
    // The map holds each operation's own form.
    return form as O;
  };
  return { ...client, call: (operation, request, options) => client.call(formOf(operation), request, options) };
}
