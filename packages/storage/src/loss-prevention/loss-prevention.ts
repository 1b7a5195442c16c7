/** What the package gives of loss prevention; see each. */
export * from './retail-rows.ts';
export * from './retail-months.ts';
export * from './loss-report.read-model.ts';
export * from './subject-staff.ts';
export * from './subject-tills.ts';
export * from './loss-connection.repository.ts';
