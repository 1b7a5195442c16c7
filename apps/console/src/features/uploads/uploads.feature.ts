import { feature } from '../../routes/feature.ts';

export const uploadsFeature = feature({
  folder: 'uploads',
  routes: [
    {
      number: 61,
      path: '/data/upload',
      chunk: 'Data',
      permission: ['dataUpload:read'],
      key: 'upload',
      menu: { group: 'data', place: 90 },
      redirectTo: '/data/upload/purchaseprotection',
    },
    {
      number: 62,
      path: '/data/upload/purchaseprotection',
      chunk: 'Data',
      permission: ['dataUpload:read'],
      key: 'uploadPurchases',
      page: 'UploadsPage',
      texts: ['uploads', 'backfills', 'problems'],
    },
    {
      number: 63,
      path: '/data/upload/lossprevention',
      chunk: 'Data',
      permission: ['dataUpload:read'],
      key: 'uploadLossPrevention',
      page: 'RetailUploadsPage',
      texts: ['uploads', 'backfills', 'problems'],
    },
    {
      number: null,
      path: '/data/upload/purchaseprotection/:uploadId',
      chunk: 'Data',
      permission: ['dataUpload:read'],
      key: 'uploadFile',
      page: 'UploadPage',
      texts: ['uploads', 'backfills', 'problems'],
    },
  ],
  pictures: [
    { name: 'upload.new', path: '/data/upload/purchaseprotection?do=new' },
    { name: 'upload.file', path: '/data/upload/purchaseprotection', follow: 'purchases-2025.csv' },
  ],
});
