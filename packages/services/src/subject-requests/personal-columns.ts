import type { ExportSection } from './export-file.ts';

/** What is done with the columns when a person is exported and erased. */
type PersonalColumns = {
  /** `table.column`, separated by blanks. */
  readonly columns: string;
  /** Where an export has it; null where it has not. */
  readonly export: ExportSection | null;
  /** `emptied`: the row stays without the value. */
  readonly erasure: 'removed' | 'emptied' | 'kept';
  /** Why it is left out of the export, or kept. */
  readonly reason?: string;
};

/**
 * Every column that may hold something of a customer, or of an employee of a shop. A column of text, JSON or bytes stands here,
 * among `STAFF_COLUMNS`, or in `OTHER_COLUMNS`; a test reads the schema and names one that does not.
 */
export const PERSONAL_COLUMNS: readonly PersonalColumns[] = [
  {
    columns: `segment.heads segment.data event_search.event_id event_search.user_id event_search.user_name
      event_search.email event_search.ip_address event_search.country event_search.device_id
      event_search.payment_instrument_id event_search.linked_values event_search.own event_link.value event_attribute.value
      related_event.subject_id related_event.related_id related_event.body event_identity.event_id
      report_event.event_id report_observation.event_id report_observation.observation_id`,
    export: 'events',
    erasure: 'removed',
  },
  {
    columns: 'device_session.session_id device_session.fingerprint device_session.ip device_session.attributes',
    export: 'events',
    erasure: 'removed',
  },
  {
    columns: `review_case.event_id review_case.order_text review_case.decision_reason case_early_status.event_id
      case_consequence.event_id case_consequence.body case_consequence.result case_entry.event_id case_entry.body`,
    export: 'cases',
    erasure: 'removed',
  },
  {
    columns: 'event_note.event_id event_note.body',
    export: 'notes',
    erasure: 'removed',
  },
  {
    columns: 'event_note_draft.event_id event_note_draft.body',
    export: null,
    erasure: 'removed',
    reason: 'a draft is its author’s until it is published',
  },
  {
    columns: 'event_attachment.event_id event_attachment.name event_attachment_part.data',
    export: 'attachments',
    erasure: 'removed',
  },
  {
    columns: `change_request.target_id change_request.target_name change_request.payload change_request.differences
      change_request.note change_request.reason`,
    export: 'changeRequests',
    erasure: 'emptied',
  },
  {
    columns: 'saved_view.name saved_view.parameters',
    export: 'savedViews',
    erasure: 'removed',
  },
  {
    columns: `retail_staff.code retail_staff.staff retail_transaction.staff retail_payment.staff loss_score.entity
      loss_score.amounts loss_score.reasons loss_finding.entity loss_finding.note`,
    export: 'lossPrevention',
    erasure: 'removed',
  },
  {
    columns: 'retail_transaction.customer retail_line.customer retail_payment.customer',
    export: 'tillTransactions',
    erasure: 'emptied',
  },
  {
    columns: 'upload_part.data',
    export: 'uploadedLines',
    erasure: 'removed',
  },
  {
    columns: 'upload_item.owner_id upload_item.item',
    export: 'uploadedItems',
    erasure: 'removed',
  },
  {
    columns: 'upload_refusal.cells upload_refusal.message upload_refusal.problem',
    export: 'refusedLines',
    erasure: 'removed',
  },
  {
    columns: 'legal_hold.subject legal_hold.event_id legal_hold.reason legal_hold.release_reason',
    export: null,
    erasure: 'removed',
    reason: 'what is claimed against somebody is not told to them; a released hold goes with the person',
  },
  {
    columns: 'refused_call.path refused_call.message refused_call.excerpt recent_call.calls',
    export: null,
    erasure: 'removed',
    reason: 'what a caller sent and was refused; it is found by the value alone',
  },
  {
    columns: 'booster_sharing.event_id booster_sharing.reference',
    export: null,
    erasure: 'removed',
    reason: 'says which purchase an issuer received; its page and the report of sharing name them',
  },
  {
    columns: 'late_action.event_id call_failure.event_id experiment_difference.event_id notice.params notice.link',
    export: null,
    erasure: 'removed',
    reason: 'says nothing but which event is meant',
  },
  {
    columns: `rule_set.sample_payload rule_branch.sample_payload rule_draft.sample_payload rule_version.sample_payload
      rule_template.sample_payload velocity_set_draft.sample_payload velocity_set_version.sample_payload
      fql_function_draft.sample_payload fql_function_version.sample_payload external_call.sample_response`,
    export: null,
    erasure: 'emptied',
    reason: 'a copy that a person pasted as an example',
  },
  {
    columns: 'backtest.result rule_pruning.result',
    export: null,
    erasure: 'emptied',
    reason: 'copies of events in a result',
  },
  {
    columns: 'search_export.question search_export_part.data',
    export: null,
    erasure: 'removed',
    reason:
      'a copy that is kept for seven days; files that may name the person are removed, and those being written end',
  },
  {
    columns: 'subject_request.sealed_value subject_export.data subject_target.event_id',
    export: null,
    erasure: 'removed',
    reason: 'the request itself',
  },
  {
    columns: 'audit_entry.resource_id audit_entry.resource_name audit_entry.original audit_entry.modified',
    export: null,
    erasure: 'kept',
    reason: 'holds hashes in place of what is personal; one entry is erased with redoubt audit erase',
  },
  {
    columns: `list_chunk.rows support_list_entry.value support_list_entry.value_key support_list_entry.reason
      support_list_entry.comments`,
    export: null,
    erasure: 'kept',
    reason: 'guards against fraud; the preview of a request says where the value stands in support lists',
  },
  {
    columns: `rule_version.condition rule_version.clauses rule_version.note rule_draft.condition rule_draft.clauses
      rule_template.condition rule_template.clauses velocity_set_draft.condition velocity_set_draft.velocities
      velocity_set_version.condition velocity_set_version.velocities velocity_set_version.note
      fql_function_draft.outputs fql_function_version.outputs fql_function_version.note backtest.condition
      backtest.clauses plan_unit.content plan.manifest experiment.watched environment_template.files
      environment_creation.files`,
    export: null,
    erasure: 'kept',
    reason: 'texts that people wrote, without samples; what a stored decision was made with',
  },
  {
    columns: `erased_event.id_hash subject_request.value_digest retail_payment.card velocity_snapshot_part.data
      velocity_backfill_segment.data`,
    export: null,
    erasure: 'kept',
    reason: 'keyed hashes and digests',
  },
];

/** Names of columns, in any table, that say who of those that work with the product did something. They are kept as evidence. */
export const STAFF_COLUMN_NAMES: ReadonlySet<string> = new Set(
  `created_by changed_by saved_by published_by uploaded_by added_by added_by_id deleted_by assigned_by revoked_by
    started_by stopped_by placed_by released_by asked_by asked_by_id decided_by decided_by_id requested_by
    requested_by_id actor_id actor_name actor agent_id agent lease_agent_id lease_agent assignee_id assignee
    invited_by first_agent_id last_agent author_id author owner_id owner owner_name username display_name sender_id recipient
    recipient_id recipients principal_id`.split(/\s+/),
);

/** The same, by table: `table.column`. */
export const STAFF_COLUMNS =
  `booster_setting.consent_by attestation_decision.reason access_review.reason access_review.reviewer_id access_review.reviewer
  person.disabled_by person.disabled_reason alert_subscription.user_id attestation.user_id person.user_id person_cut_off.user_id
  person_session.user_id person_session.browser person_session.address personal_token.user_id personal_token.name
  personal_token.used_from provisioned_person.external_id provisioned_person.given_name provisioned_person.family_name
  provisioned_person.email provisioning_token.creator_id provisioning_token.used_from role_assignment.user_id role_assignment.reason user_settings.user_id
  user_settings.settings notice_delivery.user_id notice_quiet_hours.user_id
  notice_subscription.user_id notice_webhook.user_id notice_webhook.url notice_state.user_id saved_view_default.user_id event_note_mention.user_id
  event_note_mention.name case_queue_assignee.name mail.subject mail.content mail.answer`.split(/\s+/);
