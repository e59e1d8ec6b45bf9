// Receives the messages of a hook, with the standard library alone: verifies the signature (Standard Webhooks) and prints each.
//
//	PETSTOCK_HOOK_SECRET=whsec_… PORT=9000 go run receiver.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"math"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

const tolerance = 5 * time.Minute

// isGenuine says whether the service has sent these bytes, and a short time ago.
func isGenuine(key []byte, header http.Header, body []byte) bool {
	id, sent := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(sent, 10, 64)
	if err != nil || math.Abs(time.Since(time.Unix(seconds, 0)).Seconds()) > tolerance.Seconds() {
		return false
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", id, sent, body)
	wanted := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	// Two signatures while a former secret is valid.
	for _, each := range strings.Fields(header.Get("webhook-signature")) {
		if hmac.Equal([]byte(each), wanted) {
			return true
		}
	}
	return false
}

func main() {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("PETSTOCK_HOOK_SECRET"), "whsec_"))
	if err != nil {
		log.Fatal(err)
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "9000"
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("listening on", listener.Addr().(*net.TCPAddr).Port)
	log.Fatal(http.Serve(listener, http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		if err != nil || !isGenuine(key, request.Header, body) {
			response.WriteHeader(http.StatusUnauthorized)
			return
		}
		var message struct {
			Type string `json:"type"`
		}
		if json.Unmarshal(body, &message) == nil {
			fmt.Println(message.Type, request.Header.Get("webhook-id"))
		}
		response.WriteHeader(http.StatusNoContent)
	})))
}
