-- E-mails from before they were confirmed. Where the account's phone was never confirmed either, nobody has shown that they
-- read the address: it waits for its code like that of a new account, and keeps nobody else from it. A number that was
-- confirmed and changed since has left `contacts_changed_at`; such an account keeps its e-mail, its only way to a new password.
UPDATE "users" SET "pending_email" = "email", "email" = NULL
WHERE "role" = 'investor' AND "email" IS NOT NULL AND "phone_confirmed_at" IS NULL AND "contacts_changed_at" IS NULL
  AND "pending_email" IS NULL AND "erased_at" IS NULL
  AND NOT EXISTS (
    SELECT 1 FROM "email_codes" WHERE "email_codes"."user_id" = "users"."id" AND "email_codes"."used_at" IS NOT NULL
  );
