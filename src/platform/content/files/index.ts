export { FileLinks, serveFile } from "./file-links.ts";
export { findUploads, readUpload, removeUploads } from "./rows.ts";
export { takeUpload } from "./take-upload.ts";
