/**
 * Endpoints whose answers reach roles that see masks and are not looked at by `personal-values.db.test.ts`, by why. Every other
 * one is called there, in a scene that holds a person's values wherever they can be put, and its answer is scanned.
 */
export const ANSWERS_WITHOUT_MASKS: Readonly<Record<string, readonly string[]>> = {
  'gives single values for a reason that the activity log keeps': ['events.reveal'],
  'holds pseudonyms, ids of terminals and counts; the events of a person are not in it': [
    'lossPrevention.detail',
    'lossPrevention.file',
  ],
  'holds a secret of the caller’s own webhook, or why a message to it was not taken': [
    'noticeSettings.webhook.secret',
    'noticeSettings.webhook.test',
  ],
  'holds names and rights of the caller’s own tokens, or of their own sign-ins': [
    'personalTokens.create',
    'personalTokens.current',
    'personalTokens.revoke',
    'sessions.end',
  ],
  'starts a job, whose file holds masks unless personal values were asked for with the permission (search-exports.db.test.ts)':
    ['searchExports.file', 'searchExports.start'],
  'refused: files of rules hold samples, and only people who see no masks get them': ['configuration.export'],
  'refused: masked roles hold none of the directory roles it needs': [
    'applications.change',
    'applications.create',
    'applications.credentials.end',
    'applications.credentials.rotate',
    'applications.revoke',
    'setUp.check',
    'setUp.resume',
    'setUp.start',
  ],
  'refused: approves, rejects or withdraws changes of kinds that no masked role may make, and answers as `changes.get`':
    ['changes.approve', 'changes.reject', 'changes.withdraw'],
  'answers as `savedViews.list`, by the same function': [
    'savedViews.change',
    'savedViews.delete',
    'savedViews.restore',
    'savedViews.setDefault',
  ],
  'holds times and numbers of windows, and no event': ['alerts.history', 'alerts.preview'],
  'answers as `alerts.list`, by the same function': ['alerts.follow'],
  'holds namespaces, positions and what a destination said, and no event': ['eventTracing.deadLetters'],
  'holds counts of events by how long they took, and no event': ['eventTracing.lags'],
  'answers as `caseReport.thresholds`, by the same function': ['caseReport.thresholds.mail'],
  'answers as `reportSchedules.list`, by the same function; refused unless the schedule is the caller’s own': [
    'reportSchedules.change',
    'reportSchedules.delete',
    'reportSchedules.pause',
    'reportSchedules.send',
  ],
  'changes what the caller wrote, and answers as `notes.create`': [
    'attachments.delete',
    'notes.change',
    'notes.delete',
  ],
  'answers as `cases.decide`, by the same function': [
    'cases.assign',
    'cases.assignMany',
    'cases.escalate',
    'cases.hold',
    'cases.send',
    'public.cases.escalate',
    'public.cases.send',
    'public.cases.hold',
  ],
  'answers as `routingRules.get`, by the same function': [
    'routingRules.activation',
    'routingRules.create',
    'routingRules.draft.save',
    'routingRules.order',
    'routingRules.publish',
    'routingRules.rename',
    'routingRules.rollBack',
  ],
  'works on the text and the sample that the caller sends along': ['velocities.evaluate'],
  'needs another process: the count of a whole value that the caller names, and the answer to an event it writes': [
    'integration.try',
    'velocities.value',
  ],
  'the version of a text that was accepted': ['attestation.accept'],
  'counts of calls of a list that asks a database': ['databaseLists.metrics'],
  'names of attributes, which the caller asks for by event': ['ontology.attributes'],
  'the host name that the caller sends along': ['fingerprints.putHost'],
};
