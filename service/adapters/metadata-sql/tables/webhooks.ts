/** Webhooks and the outbox of their deliveries. */
export interface WebhookTables {
  webhook: WebhookRow;
  webhook_content: WebhookContentRow;
  webhook_delivery: WebhookDeliveryRow;
}

export interface WebhookRow {
  id: number;
  /** `file` or `folder`. */
  target_kind: string;
  target_id: number;
  /** The application that created it; empty if none. */
  app_id: string;
  created_by: number;
  created_at: number;
  address: string;
  /** JSON array. */
  triggers: string;
  /** Set when the target is permanently deleted: the row stays until its last delivery has ended. */
  removed_at: number | null;
  /** When its next delivery is due; null while none is waiting. */
  next_due_at: number | null;
  /** The process that sends its deliveries, and the end of its lease. */
  lease_holder: string | null;
  lease_until: number | null;
}

/** The end of the bytes to send, shared by the deliveries of one event to one person. */
export interface WebhookContentRow {
  id: number;
  created_by: number;
  /** With the starts of its deliveries. */
  size_bytes: number;
  body: string;
}

export interface WebhookDeliveryRow {
  id: number;
  webhook_id: number;
  trigger_name: string;
  created_at: number;
  /** The start of the bytes to send; empty once it has ended. Rows of earlier versions have all of them. */
  body: string;
  /** The content that follows; null in rows of earlier versions. */
  content_id: number | null;
  /** `waiting`, `delivered` or `given_up`. */
  status: string;
  tries: number;
  /** Null unless it is waiting. */
  next_try_at: number | null;
  last_try_at: number | null;
  /** The HTTP status of the last response; null when there was none. */
  last_status: number | null;
  /** Sentences as JSON; null when there was no error. */
  last_error: string | null;
}
