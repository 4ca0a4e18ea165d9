-- A subscriber of the newsletter waits for nothing.
UPDATE "inquiries" SET "status" = 'done' WHERE "kind" = 'subscriber' AND "status" = 'open';
