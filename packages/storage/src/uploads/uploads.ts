/** What the package gives of uploads; see each. */
export * from './upload.repository.ts';
export * from './upload-content.ts';
export * from './upload-items.ts';
export * from './upload-refusals.ts';
export * from './upload-work.ts';
