curl -X PATCH "http://127.0.0.1:8080/v1/inventory/734980" \
  -H "Authorization: Bearer $PETSTOCK_KEY" \
  -H "Content-Type: application/json" \
  -d '{"quantity": 12}'
