// The file of a form, which the rules of its request require.
import type { UploadedFile } from '../../../gen/payments/common/v1/upload_pb.ts';

export function requiredFile({ file }: { readonly file?: UploadedFile | undefined }): UploadedFile {
  if (!file) throw new Error('An upload without a file passed validation.');
  return file;
}
