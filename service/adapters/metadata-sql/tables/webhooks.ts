/** Webhooks and the outbox of their deliveries. */
export interface WebhookTables {
  webhook: WebhookRow;
  webhook_delivery: WebhookDeliveryRow;
}

export interface WebhookRow {
  id: number;
  /** `file` or `folder`. */
  target_kind: string;
  target_id: number;
  /** The application that made it; empty when it was none. */
  app_id: string;
  created_by: number;
  created_at: number;
  address: string;
  /** JSON array. */
  triggers: string;
  /** Set when the target is gone for good: the row stays until its last delivery has ended. */
  removed_at: number | null;
  /** When the next of its deliveries is to be tried; null while none waits. */
  next_due_at: number | null;
  /** The process that sends its deliveries, and until when it may take to. */
  lease_holder: string | null;
  lease_until: number | null;
}

export interface WebhookDeliveryRow {
  id: number;
  webhook_id: number;
  trigger_name: string;
  created_at: number;
  /** What is sent, to the byte. */
  body: string;
  /** `waiting`, `delivered` or `given_up`. */
  status: string;
  tries: number;
  /** Null unless it waits. */
  next_try_at: number | null;
  last_try_at: number | null;
  /** The HTTP status of the last answer; null when there was no answer. */
  last_status: number | null;
  last_error: string | null;
}
